import type { IncomingMessage } from 'node:http';

/** How much of a body is read on after its answer, in bytes and in milliseconds. */
const discarded = { most: 16 * 1024 * 1024, longest: 5_000 };

/** True while more of the body of a request may come. */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
}

/**
 * Reads the rest of a body and keeps none of it: most clients read no answer before they have sent everything, and lose it when the
 * connection closes under them. Resolves at its end, after 16 MiB, after 5 seconds, or when the client has gone.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = discarded.most;
    const end = () => {
      clearTimeout(patience);
      resolve();
    };
    const patience = setTimeout(end, discarded.longest);
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) end();
    });
    request.once('close', end);
    request.once('end', end);
    if (request.destroyed) end();
    request.resume();
  });
}
