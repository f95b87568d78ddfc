import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Connector } from '@connectory/connector-sdk';
import type { AuthorizationEndpoint, ConsentedAccounts } from '@connectory/connector-sdk/engine';
import { pathOfUrl, pathPattern } from './base-paths.ts';
import { bearsToken, type DemoCredentials, type OAuthClient } from './credentials.ts';
import { generatedValue } from './generated-value.ts';
import type { IncomingCall } from './incoming-call.ts';
import { type JsonObject, setAt } from './json.ts';
import { jsonReply, type Reply, RequestError } from './replies.ts';
import { type Shape, shapeOf } from './shape.ts';

/** What a code was given for, and what must be shown to exchange it. */
export interface ConsentedRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  /** The S256 challenge; undefined where none was sent. */
  readonly challenge: string | undefined;
}

/** What comes with a code. */
export interface ShownCode {
  readonly code: unknown;
  readonly clientId: unknown;
  readonly redirectUri: unknown;
  readonly verifier: unknown;
}

const lifetimeMilliseconds = 60_000;
const maxCodes = 10_000;

/** The authorization codes of one OAuth client: each is valid once, for a minute, and for the request it was issued to. */
export class ConsentCodes {
  readonly #given = new Map<string, ConsentedRequest & { readonly endsAt: number }>();

  /** A new code for a request that was allowed. */
  give(request: ConsentedRequest): string {
    const [oldest] = this.#given.keys();
    if (this.#given.size >= maxCodes && oldest !== undefined) this.#given.delete(oldest);
    const code = `demo-code-${randomBytes(16).toString('hex')}`;
    this.#given.set(code, { ...request, endsAt: Date.now() + lifetimeMilliseconds });
    return code;
  }

  /**
   * Redeems a code. Returns the reason if it is rejected; undefined if it is valid. A code is used up by its first request, even a wrong
   * one.
   */
  take({ code, clientId, redirectUri, verifier }: ShownCode): string | undefined {
    const given = this.#given.get(String(code));
    if (given === undefined) return 'The code is unknown, or was used before.';
    this.#given.delete(String(code));
    if (Date.now() > given.endsAt) return 'The code has expired.';
    if (clientId !== given.clientId) return 'The code was given to another client.';
    if (redirectUri !== given.redirectUri) return 'The redirect_uri is not that of the consent.';
    if (given.challenge === undefined) return verifier === undefined ? undefined : 'There was no code_challenge.';
    return challengeOf(verifier) === given.challenge ? undefined : 'The code_verifier does not fit the code_challenge.';
  }
}

const challengeOf = (verifier: unknown) =>
  typeof verifier === 'string' && /^[\w.~-]{43,128}$/.test(verifier)
    ? createHash('sha256').update(verifier).digest('base64url')
    : undefined;

/** A request for consent that the vendor would show a page for. */
interface ConsentRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  readonly challenge: string | undefined;
}

/** What a vendor makes of a request: a page, an error it sends the person back with, or an error only the person sees. */
type ReadRequest =
  | { readonly kind: 'good'; readonly request: ConsentRequest }
  | {
      readonly kind: 'refused';
      readonly redirectUri: string;
      readonly state: string | undefined;
      readonly error: string;
      readonly description: string;
    }
  | { readonly kind: 'unsafe'; readonly message: string };

/**
 * Validates a request for consent as strictly as a vendor: it must have the declared parameters, and no PKCE if that is rejected. If the
 * client cannot be identified, there is no redirect.
 */
function readConsentRequest(
  search: string,
  endpoint: AuthorizationEndpoint,
  { client_id: clientId = '' }: DemoCredentials,
): ReadRequest {
  const query = new URLSearchParams(search);
  const one = (name: string) => query.get(name) ?? undefined;
  const repeated = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return { kind: 'unsafe', message: `The parameter ${repeated} was sent twice.` };
  if (one('client_id') !== clientId) return { kind: 'unsafe', message: 'There is no application with this client_id.' };
  const redirectUri = one('redirect_uri');
  if (redirectUri === undefined || !isRedirectUri(redirectUri)) {
    return { kind: 'unsafe', message: 'The redirect_uri is missing, or is not an absolute URL without a fragment.' };
  }
  const state = one('state');
  const refused = (error: string, description: string): ReadRequest => ({
    kind: 'refused',
    redirectUri,
    state,
    error,
    description,
  });
  if (one('response_type') !== 'code') return refused('unsupported_response_type', 'The response_type must be code.');
  if (state === undefined || state.length < 8) return refused('invalid_request', 'A state is missing, or too short.');
  const wrong = Object.entries(endpoint.params).find(([name, value]) => one(name) !== value);
  if (wrong !== undefined) return refused('invalid_request', `The parameter ${wrong[0]} must be ${wrong[1]}.`);
  const pkce = brokenPkceRule(endpoint.pkce, one('code_challenge'), one('code_challenge_method'));
  if (pkce !== undefined) return refused('invalid_request', pkce);
  const scopes = (one('scope') ?? '').split(endpoint.scopeSeparator).filter((scope) => scope !== '');
  const unknown = scopes.find((scope) => !endpoint.scopes.includes(scope));
  if (unknown !== undefined) return refused('invalid_scope', `There is no scope ${unknown.slice(0, 200)}.`);
  if (scopes.length === 0 && endpoint.scopes.length > 0) return refused('invalid_scope', 'No scope was requested.');
  return { kind: 'good', request: { clientId, redirectUri, scopes, state, challenge: one('code_challenge') } };
}

function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !text.includes('#') && url.username === '';
}

function brokenPkceRule(isTaken: boolean, challenge: string | undefined, method: string | undefined) {
  if (!isTaken) return challenge === undefined ? undefined : 'The parameter code_challenge is not supported.';
  if (challenge === undefined || !/^[\w-]{43}$/.test(challenge)) return 'A code_challenge of 43 characters is needed.';
  return method === 'S256' ? undefined : 'The code_challenge_method must be S256.';
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; background: #f4f5f7; color: #1c2024; margin: 0 }
  main { max-width: 30rem; margin: 10vh auto; padding: 2rem; background: #fff; border-radius: 12px; box-shadow: 0 1px 4px #0002 }
  h1 { font-size: 1.25rem; margin: 0 0 1rem }
  ul { max-height: 16rem; overflow: auto }
  code { overflow-wrap: anywhere }
  button { font: inherit; padding: .5rem 1.25rem; border-radius: 8px; border: 1px solid #8b929a; background: #fff; cursor: pointer }
  button[value=allow] { background: #1d6f42; border-color: #1d6f42; color: #fff }
  footer { margin-top: 1.5rem; font-size: .85rem; color: #5b626a }`;

/** The consent page. Its form is sent to the URL of the page, with `decision` allow or deny. */
function consentPage(vendor: string, account: string, { clientId, redirectUri, scopes }: ConsentRequest): Reply {
  const asked = scopes.map((scope) => `<li><code>${escaped(scope)}</code></li>`).join('');
  const asks =
    asked === '' ? '<p>It asks for access to the whole account.</p>' : `<p>It asks for:</p><ul>${asked}</ul>`;
  return htmlReply(
    200,
    `${vendor}: allow access?`,
    `<p>The application <strong>${escaped(clientId)}</strong> wants to use the account <strong>${escaped(account)}</strong>.</p>
${asks}
<form method="post"><button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></form>
<footer>You will be sent to ${escaped(new URL(redirectUri).origin)}. This page is a simulation: nothing leaves this machine.</footer>`,
  );
}

/** The page for a request whose error the vendor shows to the user instead of redirecting. */
function unsafePage(vendor: string, message: string): Reply {
  return htmlReply(400, `${vendor}: this request cannot be answered`, `<p>${escaped(message)}</p>`);
}

function htmlReply(status: number, title: string, content: string): Reply {
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>
${content}
</main></body></html>
`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }, body };
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/**
 * Redirects the user back with the vendor's response, including the issuer and the signature if declared. The signed text includes the
 * time, so that a signature covers more than what was sent.
 */
function consentResponse(
  redirectUri: string,
  values: Readonly<Record<string, string | undefined>>,
  { issuer, signature }: AuthorizationEndpoint,
  clientSecret: string,
): Reply {
  const url = new URL(redirectUri);
  const response = new Map(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  if (issuer !== undefined) response.set('iss', issuer);
  if (signature !== undefined) {
    response.set('timestamp', String(Math.floor(Date.now() / 1000)));
    const signed = [...response].sort(([one], [other]) => (one < other ? -1 : 1));
    const text = signed.map(([name, value]) => `${name}=${value}`).join('&');
    response.set(signature.parameter, createHmac('sha256', clientSecret).update(text).digest('hex'));
  }
  for (const [name, value] of response) url.searchParams.append(name, value);
  return { status: 302, headers: { location: url.href, 'cache-control': 'no-store' }, body: '' };
}

const count = 2;

/** Name of the signed-in account. */
const accountName = (vendor: string, number = 1) => `${vendor} account ${number}`;

/** The response to the request for the name of the account, where the connector declares one; undefined for other calls. */
export function accountResponse({ vendor, check }: Connector, { method, path }: IncomingCall): Reply | undefined {
  const { account } = check;
  if (account === undefined || !('at' in account) || account.from === undefined) return undefined;
  const [declared = '', url = ''] = account.from.split(' ');
  if (method !== declared || !whole(url).test(path.replace(/\/$/, ''))) return undefined;
  const body: JsonObject = {};
  setAt(body, account.at, accountName(vendor));
  return jsonReply(200, body);
}

/** What a vendor lists as consented to: two accounts, whose values fit the settings that they fill. */
function consentedAccounts(
  { list, name, settings }: ConsentedAccounts,
  vendor: string,
  settingShapes: ReadonlyMap<string, { readonly shape: Shape }>,
): unknown {
  const accounts = Array.from({ length: count }, (_, index) => {
    if (name === '') return filledValue(Object.keys(settings)[0] ?? '', index, settingShapes);
    const account: JsonObject = {};
    setAt(account, name, accountName(vendor, index + 1));
    for (const [setting, path] of Object.entries(settings))
      setAt(account, path, filledValue(setting, index, settingShapes));
    return account;
  });
  if (list === '') return accounts;
  const response: JsonObject = {};
  setAt(response, list, accounts);
  return response;
}

function filledValue(setting: string, index: number, shapes: ReadonlyMap<string, { readonly shape: Shape }>): unknown {
  const shape = shapes.get(setting)?.shape;
  if (shape === undefined) return null;
  const making = { seed: ['consented account', index], age: 0, relation: () => undefined };
  return generatedValue({ ...shape, nullable: false }, [setting], making);
}

/** What is to be done about a request that has to do with consent. */
export interface ConsentCall {
  response(): Reply;
  /** The response as if the user had denied. */
  deny(): Reply;
}

interface Endpoint {
  readonly path: RegExp;
  readonly accountsPath: RegExp | undefined;
  readonly authorization: AuthorizationEndpoint;
  readonly client: OAuthClient;
}

/** The consent pages of one vendor, at the paths of their declared URLs, and the lists of what was consented to. */
export class Consents {
  readonly #connector: Connector;
  readonly #endpoints: readonly Endpoint[];

  constructor(connector: Connector, clients: readonly OAuthClient[]) {
    this.#connector = connector;
    this.#endpoints = clients.flatMap((client) => {
      const { authorization } = client.authentication;
      if (authorization === undefined) return [];
      const { accounts } = authorization;
      return [
        {
          path: whole(authorization.url),
          accountsPath: accounts === undefined ? undefined : whole(accounts.url),
          authorization,
          client,
        },
      ];
    });
  }

  /** The request for a consent page, or the decision on one. Undefined for other calls. */
  find(call: IncomingCall): ConsentCall | undefined {
    if (call.method !== 'GET' && call.method !== 'POST') return undefined;
    const endpoint = this.#endpoints.find(({ path }) => path.test(call.path));
    return endpoint === undefined ? undefined : this.#consent(call, endpoint);
  }

  /** The request for the accounts of a consent. Undefined for other calls. */
  findAccounts({ method, path, headers }: IncomingCall): ConsentCall | undefined {
    const endpoint = this.#endpoints.find(({ accountsPath }) => method === 'GET' && accountsPath?.test(path) === true);
    const accounts = endpoint?.authorization.accounts;
    if (endpoint === undefined || accounts === undefined) return undefined;
    const { vendor, upstream } = this.#connector;
    const response = () => {
      if (!bearsToken(endpoint.client, accounts.headers ?? endpoint.client.authentication.headers, headers)) {
        throw new RequestError(401, 'credential_rejected', 'The access token is missing, or not valid.');
      }
      return jsonReply(200, consentedAccounts(accounts, vendor, shapeOf(upstream.settings).fields));
    };
    return { response, deny: response };
  }

  #consent({ method, search, body }: IncomingCall, { authorization, client }: Endpoint): ConsentCall {
    const { vendor } = this.#connector;
    const { fields, codes } = client;
    const send = (redirectUri: string, values: Readonly<Record<string, string | undefined>>) =>
      consentResponse(redirectUri, values, authorization, fields.client_secret ?? '');
    const deny = ({ redirectUri, state }: ConsentRequest) =>
      send(redirectUri, { error: 'access_denied', error_description: 'The person denied access.', state });
    const allow = ({ clientId, redirectUri, state, challenge }: ConsentRequest) =>
      send(redirectUri, { code: codes.give({ clientId, redirectUri, challenge }), state });
    const decided = (decide: (request: ConsentRequest) => Reply): Reply => {
      const read: ReadRequest = readConsentRequest(search, authorization, fields);
      if (read.kind === 'unsafe') return unsafePage(vendor, read.message);
      if (read.kind === 'good') return decide(read.request);
      const { redirectUri, state, error, description } = read;
      return send(redirectUri, { error, error_description: description, state });
    };
    const decision = body.kind === 'form' ? body.value.decision : undefined;
    const show = (request: ConsentRequest) => consentPage(vendor, accountName(vendor), request);
    const decide = decision === 'allow' ? allow : decision === 'deny' ? deny : show;
    return { response: () => decided(method === 'POST' ? decide : show), deny: () => decided(deny) };
  }
}

const whole = (url: string) => new RegExp(`^${pathPattern(pathOfUrl(url))}$`);
