import type { Readable } from 'node:stream';
import { GatewayError } from '@connectory/errors';
import type { Dispatcher } from 'undici';
import type { CallScope, UpstreamCall } from './call.ts';
import type { UpstreamConnection } from './connection.ts';
import type { Exchange } from './exchange.ts';
import { exchangeFailure, type FailureContext, failureOf } from './failure.ts';
import type { PreparedRequest } from './request.ts';
import { firstHeader } from './response-headers.ts';

/** An open download: the upstream's status (200 or 206), the headers worth passing on, and the bytes as they arrive. */
export interface FileResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

const passedOn = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
];
const maxRedirects = 5;
const maxErrorBytes = 64 * 1024;

/**
 * Opens a file: the response to `api` itself, or the URL that `location` names. Redirects may lead to the vendor's file hosts and are
 * followed without credentials. Throws `file_not_found`, `range_not_satisfiable`, and the errors of `failureOf`.
 */
export async function openFile(
  exchange: Exchange,
  call: UpstreamCall,
  api: PreparedRequest,
  location: string | undefined,
  context: FailureContext,
  scope: CallScope,
): Promise<FileResponse> {
  const at = (url: string, base: PreparedRequest) => fileRequest(call.connection, api, url, base.origin + base.path);
  let request = withRange(location === undefined ? api : at(location, api), call.range);
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const {
      statusCode: status,
      headers,
      body,
    } = await exchange.open(request, scope).catch((error: unknown) => {
      throw exchangeFailure(context, error);
    });
    if (status === 200 || status === 206) return { status, headers: pick(headers), body };
    const target = status >= 300 && status < 400 ? firstHeader(headers, 'location') : undefined;
    if (target !== undefined) {
      await dump(body, context, scope);
      request = withRange(at(target, request), call.range);
      continue;
    }
    if (status === 416) {
      await dump(body, context, scope);
      throw new GatewayError('range_not_satisfiable', 'The requested range is outside the file.', {
        upstream: { status },
      });
    }
    const authenticated = request.origin === api.origin;
    throw failureOf({ ...context, authenticated }, status, headers, await beginningOf(body));
  }
  throw new GatewayError(
    'upstream_unavailable',
    `${context.vendor} redirected the download more than ${maxRedirects} times.`,
  );
}

// The body of a redirect is discarded so that the connection can be reused.
async function dump(body: Dispatcher.ResponseData['body'], context: FailureContext, scope: CallScope): Promise<void> {
  await body.dump().catch(() => undefined);
  if (scope.end !== undefined) throw exchangeFailure(context, scope.end.afterSending());
}

async function beginningOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += (chunk as Buffer).length;
      if (size > maxErrorBytes) break;
      chunks.push(chunk as Buffer);
    }
  } catch {
    // The status is enough if the rest of the body does not arrive.
  }
  return Buffer.concat(chunks);
}

/**
 * The request for a file's URL, which may be relative to `base`: with the credentials of `api` on the API's own origin, without
 * any on one of the vendor's file hosts. Throws `upstream_rejected` for any other host and for what is no URL.
 */
export function fileRequest(
  connection: UpstreamConnection,
  api: PreparedRequest,
  location: string,
  base: string,
): PreparedRequest {
  const url = URL.parse(location, base);
  if (url === null) {
    throw new GatewayError('upstream_rejected', `${connection.connector.vendor} points to a file with an invalid URL.`);
  }
  const path = url.pathname + url.search;
  if (url.origin === api.origin)
    return { method: 'GET', origin: url.origin, path, headers: api.headers, body: undefined };
  if (!isFileHost(connection, url)) {
    throw new GatewayError(
      'upstream_rejected',
      `${connection.connector.vendor} points to a file on ${url.host}, which is not one of the hosts this connector downloads from.`,
    );
  }
  return { method: 'GET', origin: url.origin, path, headers: { 'user-agent': 'connectory' }, body: undefined };
}

function isFileHost({ connector }: UpstreamConnection, { hostname }: URL): boolean {
  return connector.upstream.fileHosts.some((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  );
}

function withRange(request: PreparedRequest, range: string | undefined): PreparedRequest {
  const headers = { ...request.headers, accept: '*/*', ...(range !== undefined && { range }) };
  return { ...request, headers };
}

function pick(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of passedOn) {
    const value = firstHeader(headers, name);
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

/**
 * The path of a file's URL in the response to a call, with its placeholders filled from the parameters; undefined if the response itself is the
 * file. Throws `invalid_params` for a value that would lead to another path.
 */
export function filePath({ action: { fileAt }, params }: Pick<UpstreamCall, 'action' | 'params'>): string | undefined {
  return fileAt?.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const text = String(params[name] ?? '');
    if (text !== '' && !text.includes('.')) return text;
    const message = `${name} must name one field or position: it must not be empty or contain dots`;
    throw new GatewayError('invalid_params', `${message}.`, {
      errors: [{ field: `/params/${name}`, message, error_code: 'invalid_field_path' }],
    });
  });
}
