import { createHmac } from 'node:crypto';
import type { Connector } from '@connectory/connector-sdk';
import { Secret } from '@connectory/connector-sdk/engine';
import {
  type ConsentTarget,
  consentUrl,
  exchangeCode,
  listAccounts,
  type PreparedRequest,
  readResponse,
} from '@connectory/upstream';

/** A request of the consent as the vendor gets it. */
export interface ConsentRequestText {
  /** Method and address. */
  readonly request: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Fields of the form or the JSON object. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Every request of a consent. Values that differ each time are in braces: `{state}`, `{code}`. */
export interface ConsentRequests {
  /** Address of the consent page, without its query. */
  readonly page: string;
  /** Query of the consent page. */
  readonly query: Readonly<Record<string, string>>;
  readonly exchange: ConsentRequestText;
  /** The request for the authorized accounts; omitted if there is none. */
  readonly accounts?: ConsentRequestText;
}

/** What the requests of a connector depend on. */
export interface ConsentOptions {
  /** Name of the authentication method; by default `oauth2`. */
  readonly authentication?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Credential fields of the application in addition to its ID and secret. */
  readonly credentials?: Readonly<Record<string, string>>;
}

const redirectUrl = 'https://gateway.example.com/oauth/callback';
const attempt = { state: '{state}', verifier: 'v'.repeat(43) };
const known = [[attempt.verifier, '{verifier}']] as const;

/**
 * The requests of a consent, built by the functions that the gateway uses, for comparison with the vendor's documentation. Nothing is sent.
 * Throws what these functions throw.
 */
export async function consentRequests(
  connector: Connector,
  { authentication = 'oauth2', settings = {}, credentials = {} }: ConsentOptions = {},
): Promise<ConsentRequests> {
  const app = { client_id: '{client_id}', client_secret: '{client_secret}', ...credentials };
  const target: ConsentTarget = { connector, authentication, settings, credentials: secretsOf(app) };
  const page = await consentUrl(target, attempt, redirectUrl);
  const sent: PreparedRequest[] = [];
  const vendor = (response: object) => ({
    send: async (request: PreparedRequest) => {
      sent.push(request);
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(response)) };
    },
  });
  const { tokenAt, accounts, signature, issuer } = authorizationOf(connector, authentication);
  const response = new URLSearchParams({ code: '{code}', state: attempt.state, ...(issuer && { iss: issuer }) });
  if (signature !== undefined) response.set(signature.parameter, signatureOf(response, app.client_secret));
  const tokens = nested({ [tokenAt.access_token ?? 'access_token']: '{access_token}' });
  const values = await exchangeCode(
    vendor(tokens),
    target,
    attempt,
    readResponse(target, attempt, response),
    redirectUrl,
  );
  if (accounts !== undefined) {
    const signedIn = { ...target, credentials: { ...target.credentials, ...secretsOf(values) } };
    const filled = Object.values(accounts.settings).map((path) => [path, 'an-account']);
    const account = accounts.name === '' ? 'an-account' : nested(Object.fromEntries([[accounts.name, 'A'], ...filled]));
    await listAccounts(vendor(accounts.list === '' ? [account] : nested({ [accounts.list]: [account] })), signedIn);
  }
  const [exchange, listed] = sent.map(textOf);
  if (exchange === undefined) throw new TypeError('nothing was sent to exchange the code');
  const query = [...page.searchParams].map(([name, value]) =>
    name === 'code_challenge' ? [name, '{challenge}'] : [name, value],
  );
  return {
    page: page.origin + page.pathname,
    query: Object.fromEntries(query) as Record<string, string>,
    exchange,
    ...(listed !== undefined && { accounts: listed }),
  };
}

function authorizationOf({ id, upstream }: Connector, authentication: string) {
  const found = upstream.authentication[authentication]?.authorization;
  if (found === undefined) throw new TypeError(`connector ${id}: nobody consents to ${authentication}`);
  return found;
}

const secretsOf = <Values extends Readonly<Record<string, string>>>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, new Secret(value)])) as {
    readonly [Name in keyof Values]: Secret;
  };

function signatureOf(response: URLSearchParams, secret: string): string {
  const signed = [...response]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return createHmac('sha256', secret).update(signed.join('&')).digest('hex');
}

function nested(values: Readonly<Record<string, unknown>>): object {
  const made: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    let current = made;
    for (const step of steps) {
      current[step] ??= {};
      current = current[step] as Record<string, unknown>;
    }
    current[last] = value;
  }
  return made;
}

function textOf({ method, origin, path, headers, body }: PreparedRequest): ConsentRequestText {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  const text = known.reduce((left, [value, name]) => left.replaceAll(value, name), body ?? '');
  const fields = isForm ? Object.fromEntries(new URLSearchParams(text)) : text === '' ? undefined : JSON.parse(text);
  return { request: `${method} ${origin}${path}`, headers, ...(fields !== undefined && { body: fields }) };
}
