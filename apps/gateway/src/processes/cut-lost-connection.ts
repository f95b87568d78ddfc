import type { ChildProcess } from 'node:child_process';

interface HandedOut {
  readonly seq: unknown;
  readonly connection: { close(): void };
}

/**
 * Cuts the connection that was on its way to a worker when this ended. Node.js hands one connection at a time to a worker, and forgets it
 * when no answer comes: its client would wait for ever. Where Node.js comes to name these messages otherwise, nothing is done.
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
