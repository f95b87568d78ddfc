import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { GatewayError } from '@connectory/errors';
import { parseExactly } from '@connectory/exact-json';
import { requireBodyBounds } from './body-bounds.ts';

/** Largest request body in bytes. */
const largestBody = 1024 * 1024;

/**
 * Reads a JSON request body; integers beyond 2^53 are `bigint`. Throws `unsupported_media_type` unless it is sent as JSON in UTF-8,
 * `payload_too_large` above 1 MiB and beyond `bodyBounds`, and `malformed_request` if it is not JSON.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  requireJson(request);
  const bytes = await readBytes(request, largestBody);
  if (!isUtf8(bytes)) throw new GatewayError('malformed_request', 'The body is not valid UTF-8.');
  requireBodyBounds(bytes);
  try {
    return parseExactly(bytes.toString('utf8'));
  } catch {
    throw new GatewayError('malformed_request', 'The body is not valid JSON.');
  }
}

function requireJson({ headers }: IncomingMessage): void {
  const type = headers['content-type'] ?? '';
  if (type !== 'application/json' && !/^application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/i.test(type)) {
    throw new GatewayError(
      'unsupported_media_type',
      'Send the body as JSON with the header "Content-Type: application/json".',
    );
  }
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new GatewayError('unsupported_media_type', 'Send the body without Content-Encoding.');
  }
}

/** Reads a request body of at most `most` bytes. Throws `payload_too_large` if it is longer, and `malformed_request` if it ends early. */
export function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > most) return Promise.reject(tooLarge(most));
  // After a disconnect, no more events would ever arrive.
  if (request.destroyed) return Promise.reject(incomplete());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
      else reject(tooLarge(most));
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on('error', () => reject(incomplete()));
  });
}

const incomplete = () => new GatewayError('malformed_request', 'The body ended before it was complete.');
const tooLarge = (most: number) => new GatewayError('payload_too_large', `The body is larger than ${most} bytes.`);
