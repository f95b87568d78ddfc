import type { ChildProcess } from 'node:child_process';

interface HandedOut {
  readonly seq: unknown;
  readonly connection: { close(): void };
}

/**
 * Closes the connection that was being passed to a worker when the worker ended. Node.js passes one connection at a time to a worker, and
 * forgets it without an acknowledgement: its client would wait forever. If a future Node.js names these messages differently, this does
 * nothing.
 */
export function cutLostConnection(worker: ChildProcess): void {
  let handedOut: HandedOut | undefined;
  const send = worker.send.bind(worker) as (...given: unknown[]) => boolean;
  worker.send = (...given: readonly unknown[]) => {
    const [message, connection] = given as [
      { readonly act?: unknown; readonly seq?: unknown },
      HandedOut['connection'],
    ];
    if (message.act === 'newconn') handedOut = { seq: message.seq, connection };
    return send(...given);
  };
  worker.on('internalMessage', ({ ack }: { readonly ack?: unknown }) => {
    if (ack === handedOut?.seq) handedOut = undefined;
  });
  worker.once('exit', () => handedOut?.connection.close());
}
