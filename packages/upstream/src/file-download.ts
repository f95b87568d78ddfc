import type { Readable } from 'node:stream';
import { GatewayError } from '@connectory/connector-sdk';
import type { UpstreamConnection } from './connection.ts';
import type { Exchange } from './exchange.ts';
import { failureOf } from './failure.ts';
import type { PreparedRequest } from './prepared-request.ts';
import { firstHeader } from './response-headers.ts';
import type { UpstreamCall } from './upstream-call.ts';

/** An open download: the upstream's status (200 or 206), the headers worth passing on, and the bytes as they arrive. */
export interface FileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

const passedOn = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
];
const mostRedirects = 5;
const largestErrorBody = 64 * 1024;

/** Opens a file. Redirects may lead to the vendor's file hosts, where they go without credentials. */
export async function openFile(exchange: Exchange, call: UpstreamCall, first: PreparedRequest): Promise<FileAnswer> {
  const { upstream, vendor } = call.connection.connector;
  let request = withRange(first, call.range);
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const { statusCode: status, headers, body } = await exchange.open(request, call.signal);
    if (status === 200 || status === 206) return { status, headers: pick(headers), body };
    const location = status >= 300 && status < 400 ? firstHeader(headers, 'location') : undefined;
    if (location !== undefined) {
      await body.dump();
      request = withRange(
        fileRequest(call.connection, first, new URL(location, request.origin + request.path)),
        call.range,
      );
      continue;
    }
    if (status === 416) {
      await body.dump();
      throw new GatewayError('range_not_satisfiable', 'The Range header lies outside of the file.', {
        upstream: { status },
      });
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += (chunk as Buffer).length;
      if (size > largestErrorBody) break;
      chunks.push(chunk as Buffer);
    }
    throw failureOf({ upstream, vendor, action: 'download', repeatable: true }, status, headers, Buffer.concat(chunks));
  }
  throw new GatewayError('upstream_unavailable', `${vendor} redirected the download more than ${mostRedirects} times.`);
}

/**
 * The request for a file's URL: with the credentials of `api` on the API's own origin, without any on one of the vendor's file
 * hosts. Throws `upstream_rejected` for any other host.
 */
export function fileRequest(connection: UpstreamConnection, api: PreparedRequest, url: URL): PreparedRequest {
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
