import type { Readable } from 'node:stream';
import {
  type ArrayStyle,
  type Authentication,
  EncodedText,
  type HttpMethod,
  type IdempotencyPath,
  type UpstreamRequest,
} from '@connectory/connector-sdk/engine';
import { type ErrorCode, GatewayError } from '@connectory/errors';
import { writeExactly } from '@connectory/exact-json';
import {
  type AddressedConnection,
  type Credentials,
  fillPlaceholders,
  type OriginParts,
  placeholderText,
  resolveUrl,
  type UpstreamConnection,
} from './connection.ts';

/** A request ready to be sent. Headers hold credentials in the clear: never log it, show `previewRequest` instead. */
export interface PreparedRequest {
  readonly method: HttpMethod;
  readonly origin: string;
  /** Path with query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A request whose body may be read while it is sent. */
export interface SendableRequest extends Omit<PreparedRequest, 'body'> {
  readonly body: string | StreamedBody | undefined;
}

/** A body that is read while it is sent. */
export interface StreamedBody {
  readonly length: number;
  open(): Readable;
}

/** What makes a repeated write harmless: a key, and where the vendor accepts it. */
export type IdempotencyKey = IdempotencyPath & { readonly key: string };

/** A request as `dry_run` shows it: what would be sent, with credentials masked. */
export interface RequestPreview {
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** An object for JSON, the encoded text for a form, absent without a body. */
  readonly body?: unknown;
}

interface Destination {
  readonly origin: string;
  readonly basePath: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Headers with credentials, by the credentials they were built from. */
  readonly authenticated: WeakMap<Credentials, Readonly<Record<string, string>>>;
}

const ownHeaders = { accept: 'application/json', 'user-agent': 'connectory' };

// Base URL and constant headers only change with the connection, so they are worked out once for each.
const destinations = new WeakMap<UpstreamConnection, Destination>();

function destinationOf(connection: UpstreamConnection): Destination {
  const known = destinations.get(connection);
  if (known !== undefined) return known;
  const { upstream } = connection.connector;
  const base = resolveUrl(connection, upstream.authentication[connection.authentication]?.baseUrl ?? upstream.baseUrl);
  const destination = {
    origin: base.origin,
    basePath: base.pathname.replace(/\/$/, ''),
    headers: { ...ownHeaders, ...constantHeaders(connection) },
    query: filledTemplates(upstream.query ?? {}, connection),
    authenticated: new WeakMap(),
  };
  destinations.set(connection, destination);
  return destination;
}

function constantHeaders(connection: AddressedConnection): Record<string, string> {
  const filled = Object.entries(filledTemplates(connection.connector.upstream.headers, connection));
  const headers = Object.fromEntries(filled.map(([name, value]) => [name.toLowerCase(), value]));
  requireHeaderText(headers, 'invalid_params', 'a setting of the connection');
  return headers;
}

// Without those whose placeholders have no value.
function filledTemplates(
  templates: Readonly<Record<string, string>>,
  connection: AddressedConnection,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, template] of Object.entries(templates)) {
    const value = fillPlaceholders(template, (name) => placeholderText(connection, name));
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Throws an error of the code for a header with a line break or another character that headers cannot carry. */
export function requireHeaderText(headers: Readonly<Record<string, string>>, code: ErrorCode, source: string): void {
  for (const [name, value] of Object.entries(headers)) {
    if (/[^\t -~\u0080-\u00ff]/.test(value)) {
      throw new GatewayError(
        code,
        `The header ${name} cannot be sent: ${source} has a line break or another character that headers cannot carry. Correct it.`,
      );
    }
  }
}

/** The headers that authenticate a connection, filled with the credential values that `value` returns. */
export function authenticationHeaders(
  { headers, basic }: Authentication,
  connection: AddressedConnection,
  value: (name: string) => string | undefined,
): Record<string, string> {
  const text = (name: string) => value(name) ?? placeholderText(connection, name);
  const filled: Record<string, string> = {};
  for (const [name, template] of Object.entries(headers)) {
    const header = fillPlaceholders(template, text);
    if (header !== undefined) filled[name.toLowerCase()] = header;
  }
  if (basic !== undefined) {
    const username = fillPlaceholders(basic.username, text) ?? '';
    const password = fillPlaceholders(basic.password, text) ?? '';
    filled.authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }
  return filled;
}

function credentialHeaders(connection: UpstreamConnection, credentials: Credentials): Readonly<Record<string, string>> {
  const { authenticated } = destinationOf(connection);
  const known = authenticated.get(credentials);
  if (known !== undefined) return known;
  const scheme = connection.connector.upstream.authentication[connection.authentication];
  const headers =
    scheme === undefined ? {} : authenticationHeaders(scheme, connection, (name) => credentials[name]?.reveal());
  requireHeaderText(headers, 'credential_rejected', 'the stored credential');
  authenticated.set(credentials, headers);
  return headers;
}

/**
 * The headers of an authenticated request that is no declared action, such as the list of accounts a consent covers, with other templates
 * than those of the authentication where they are given. The settings need not lead to the API yet.
 */
export function authenticatedHeaders(
  connection: OriginParts,
  templates?: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { connector, authentication, credentials } = connection;
  const scheme = connector.upstream.authentication[authentication];
  const asked = scheme && { ...scheme, headers: templates ?? scheme.headers };
  const headers =
    asked === undefined ? {} : authenticationHeaders(asked, connection, (name) => credentials[name]?.reveal());
  requireHeaderText(headers, 'credential_rejected', 'the credential');
  return { ...ownHeaders, ...constantHeaders(connection), ...headers };
}

/** Puts host, constant headers, credentials and the encoded body around a declared request. */
export function prepareRequest(
  connection: UpstreamConnection,
  request: UpstreamRequest,
  credentials: Credentials,
  idempotency?: IdempotencyKey,
): PreparedRequest {
  const destination = destinationOf(connection);
  const headers: Record<string, string> = { ...destination.headers };
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (value === null) delete headers[name];
    else headers[name] = value;
  }
  if (request.headers !== undefined) requireHeaderText(headers, 'invalid_params', 'a parameter');
  Object.assign(headers, credentialHeaders(connection, credentials));
  const body = encodeBody(withIdempotencyField(request, idempotency), headers);
  if (idempotency !== undefined && 'header' in idempotency) {
    headers[idempotency.header] = idempotency.key;
  }
  return { method: request.method, origin: destination.origin, path: pathOf(destination, request), headers, body };
}

function pathOf({ basePath, query: constant }: Destination, request: UpstreamRequest): string {
  const parameters = request.method === 'GET' ? { ...constant, ...request.query } : (request.query ?? {});
  const query = encodeParameters(parameters, request.arrays);
  const path = basePath + request.path;
  if (query === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

function withIdempotencyField(request: UpstreamRequest, idempotency: IdempotencyKey | undefined): UpstreamRequest {
  if (idempotency === undefined || 'header' in idempotency) return request;
  const value = { ...request.body?.value, [idempotency.field]: idempotency.key };
  return { ...request, body: { encoding: 'json', value } };
}

function encodeBody({ body, arrays }: UpstreamRequest, headers: Record<string, string>): string | undefined {
  if (body === undefined || body.encoding === 'multipart') return undefined;
  if (body.encoding === 'json') {
    headers['content-type'] ??= 'application/json';
    return writeExactly(body.value);
  }
  headers['content-type'] ??= 'application/x-www-form-urlencoded';
  return encodeParameters(body.value, arrays);
}

/** What `dry_run` shows for a declared request: exactly what would be sent, every credential as `***`. */
export function previewRequest(
  connection: UpstreamConnection,
  request: UpstreamRequest,
  idempotency?: IdempotencyKey,
): RequestPreview {
  const { method, origin, path, headers } = prepareRequest(connection, request, {}, idempotency);
  const { upstream } = connection.connector;
  const scheme = upstream.authentication[connection.authentication];
  const masked = scheme === undefined ? {} : maskedHeaders(scheme);
  const sent = withIdempotencyField(request, idempotency).body;
  const body = sent?.encoding === 'form' ? encodeParameters(sent.value, request.arrays) : sent?.value;
  return { method, url: origin + path, headers: { ...headers, ...masked }, ...(body !== undefined && { body }) };
}

function maskedHeaders({ headers, basic }: Authentication): Record<string, string> {
  const masked: Record<string, string> = {};
  for (const [name, template] of Object.entries(headers))
    masked[name.toLowerCase()] = template.replace(/\{[^{}]+\}/g, '***');
  if (basic !== undefined) masked.authorization = 'Basic ***';
  return masked;
}

/**
 * Encodes nested values as a query string or form body: objects as `a[b]=1`, arrays in the given style. Undefined values and empty arrays
 * are omitted, null becomes the empty string, and text that is already encoded is sent unchanged.
 */
export function encodeParameters(values: Readonly<Record<string, unknown>>, arrays: ArrayStyle): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(values)) append(pairs, encodeURIComponent(name), value, arrays);
  return pairs.join('&');
}

function append(pairs: string[], name: string, value: unknown, arrays: ArrayStyle): void {
  if (value === undefined) return;
  if (EncodedText.is(value)) {
    pairs.push(`${name}=${value.text}`);
  } else if (Array.isArray(value)) {
    appendArray(pairs, name, value, arrays);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      append(pairs, `${name}[${encodeURIComponent(key)}]`, member, arrays);
    }
  } else {
    pairs.push(`${name}=${encodeText(value)}`);
  }
}

function appendArray(pairs: string[], name: string, items: readonly unknown[], arrays: ArrayStyle): void {
  if (items.length === 0) return;
  if (arrays === 'comma') {
    pairs.push(`${name}=${items.map(encodeText).join(',')}`);
    return;
  }
  items.forEach((item, index) => {
    const suffix = arrays === 'repeat' ? '' : arrays === 'brackets' ? '[]' : `[${index}]`;
    append(pairs, `${name}${suffix}`, item, arrays);
  });
}

const encodeText = (value: unknown) => (value === null ? '' : encodeURIComponent(String(value)));
