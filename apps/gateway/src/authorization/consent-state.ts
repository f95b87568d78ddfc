import type { Secret } from '@connectory/connector-sdk/engine';
import type { EncryptionKeys } from '@connectory/control-plane';
import { z } from 'zod';

const stateSchema = z.object({
  request: z.object({
    clientId: z.string(),
    clientName: z.string(),
    redirectUri: z.string(),
    state: z.string().nullable(),
    codeChallenge: z.string(),
    resource: z.string(),
  }),
  /** Who may decide: nobody is known yet, the bearer of a token, or a signed-in person, who may have to choose a workspace. */
  decider: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('unknown') }),
    z.object({ kind: z.literal('token'), text: z.string() }),
    z.object({ kind: z.literal('person'), personId: z.string(), workspaceId: z.string().nullable() }),
  ]),
  /** Milliseconds of Unix time. */
  expiresAt: z.number(),
});

/** What a consent page carries from one form to the next. */
export type ConsentState = Omit<z.output<typeof stateSchema>, 'expiresAt'>;

/** What the state of consents is encrypted with. */
export type ConsentKeys = Pick<EncryptionKeys, 'seal' | 'open'>;

const maxMilliseconds = 10 * 60_000;
const maxText = 16_000;

// A form that another browser received, or that another site made up, does not open.
const contextOf = (browser: Secret) => `connectory/oauth-consent/1\0${browser.reveal()}`;

/** Encrypts the state for the form of one browser; it takes no room in the gateway, and any of its processes can read it. */
export function sealConsent(keys: ConsentKeys, browser: Secret, state: ConsentState): string {
  const text = JSON.stringify({ ...state, expiresAt: Date.now() + maxMilliseconds });
  const { keyId, bytes } = keys.seal(Buffer.from(text), contextOf(browser));
  return `${keyId}.${Buffer.from(bytes).toString('base64url')}`;
}

/** The state of a form; null for one of another browser, an old one, or one that the gateway did not make. */
export function openConsent(keys: ConsentKeys, browser: Secret, text: string): ConsentState | null {
  const [keyId = '', sealed = '', ...rest] = text.length > maxText ? [] : text.split('.');
  if (sealed === '' || rest.length > 0) return null;
  try {
    const opened = keys.open({ keyId, bytes: Buffer.from(sealed, 'base64url') }, contextOf(browser));
    const { expiresAt, ...state } = stateSchema.parse(JSON.parse(opened.toString()));
    return expiresAt > Date.now() ? state : null;
  } catch {
    // Anybody can send a text that no key opens.
    return null;
  }
}
