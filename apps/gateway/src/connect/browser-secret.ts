import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Secret } from '@connectory/connector-sdk/engine';
import { cookieHeader, cookieName, cookieOf } from '../http/cookie.ts';

const form = /^[\w-]{43}$/;

const name = 'connectory-browser';

/** Returns the secret that only the browser of a request has; undefined if it has none yet. */
export function browserSecretOf(request: IncomingMessage, origin: string): Secret | undefined {
  const value = cookieOf(request, cookieName(name, origin));
  return value !== undefined && form.test(value) ? new Secret(value) : undefined;
}

/** Creates a secret for a browser that has none. */
export const newBrowserSecret = (): Secret => new Secret(randomBytes(32).toString('base64url'));

/**
 * The header that stores a secret in a browser until it is closed. The cookie is sent when a link on another site is followed, not with
 * forms of other sites.
 */
export const browserCookie = (secret: Secret, origin: string): string => cookieHeader(name, origin, secret.reveal());

/** Token that a form of a link must return, which proves that it was sent from our page. */
export const formTokenOf = (secret: Secret, linkId: string): string =>
  hash('sha256', `connectory/form/1\0${secret.reveal()}\0${linkId}`, 'base64url');

/** Whether a form was submitted from a page that this browser received for a link. */
export function isOwnForm(request: IncomingMessage, secret: Secret, linkId: string, given: string | null): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const [expected, received] = [Buffer.from(formTokenOf(secret, linkId)), Buffer.from(given ?? '')];
  return expected.length === received.length && timingSafeEqual(expected, received);
}
