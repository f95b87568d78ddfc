import type { IncomingMessage } from 'node:http';

/** How much of a body is still read after the response, in bytes and in milliseconds. */
const discarded = { most: 16 * 1024 * 1024, longest: 5_000 };

/** Whether more of a request body may arrive. */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
}

/**
 * Reads and discards the rest of a body: most clients read the response only after they have sent everything, and lose it if the connection
 * closes earlier. Resolves at the end of the body, after 16 MiB, after 5 seconds, or when the client disconnects.
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
