import type { IncomingMessage } from 'node:http';
import type { EncryptionKeys } from '@connectory/control-plane';
import { z } from 'zod';
import { cookieHeader, cookieName, cookieOf } from '../http/cookie.ts';

const name = 'connectory-sign-in';
const context = 'connectory/sign-in/1';
const maxAge = 600;

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Path of the gateway to return to. */
  returnTo: z.string(),
  /** Milliseconds of Unix time. */
  expiresAt: z.number(),
});

/** A sign-in that a browser has begun. */
export type SignInAttempt = Omit<z.output<typeof attemptSchema>, 'expiresAt'>;

/** What attempts are encrypted with. */
export type AttemptKeys = Pick<EncryptionKeys, 'seal' | 'open'>;

/**
 * The header that stores an attempt, encrypted, in the browser that began it: no other browser can end it, any process of the gateway can,
 * and attempts take no room here.
 */
export function attemptCookie(keys: AttemptKeys, attempt: SignInAttempt, origin: string): string {
  const text = JSON.stringify({ ...attempt, expiresAt: Date.now() + maxAge * 1_000 });
  const { keyId, bytes } = keys.seal(Buffer.from(text), context);
  return cookieHeader(name, origin, `${keyId}.${Buffer.from(bytes).toString('base64url')}`, maxAge);
}

/** The header that removes the attempt. */
export const noAttemptCookie = (origin: string): string => cookieHeader(name, origin, '', 0);

/** The attempt that the browser of a request has begun; null without one that is valid. */
export function attemptOf(keys: AttemptKeys, request: IncomingMessage, origin: string): SignInAttempt | null {
  const [keyId = '', sealed = '', ...rest] = (cookieOf(request, cookieName(name, origin)) ?? '').split('.');
  if (sealed === '' || rest.length > 0) return null;
  try {
    const opened = keys.open({ keyId, bytes: Buffer.from(sealed, 'base64url') }, context);
    const { expiresAt, ...attempt } = attemptSchema.parse(JSON.parse(opened.toString()));
    return expiresAt > Date.now() ? attempt : null;
  } catch {
    // Anybody can send a cookie that no key opens.
    return null;
  }
}
