import { setTimeout as delay } from 'node:timers/promises';

/** The fields of `GET …/connections/{id}/syncs` about one entity that this bench reads. */
export interface CopyState {
  readonly entity: string;
  readonly phase: string;
  readonly rows: number;
  readonly pages: number;
  readonly errors: readonly { readonly code: string; readonly message: string }[];
  readonly finished_at: string | null;
}

/** A connection whose first passes are awaited. */
export interface WatchedConnection {
  readonly id: string;
  readonly connector: string;
}

/** The outcome of the first passes. */
export interface FirstPasses {
  readonly connections: number;
  readonly entities: number;
  readonly pages: number;
  readonly rows: number;
  /** Connections with an entity that was not read to the end without an error, by reason. */
  readonly incomplete: ReadonlyMap<string, number>;
}

const pauseMilliseconds = 500;

/**
 * Waits until each entity of each connection has ended its first pass, or until none has ended for `patience` seconds. Polls one connection
 * at a time, so that the cost is negligible.
 */
export async function watchFirstPasses(
  connections: readonly WatchedConnection[],
  read: (connection: WatchedConnection) => Promise<readonly CopyState[]>,
  patience: number,
  progress: (done: number) => void,
): Promise<FirstPasses> {
  const last = new Map<WatchedConnection, readonly CopyState[]>();
  const waiting = new Set(connections);
  let changed = performance.now();
  let lastEnded = -1;
  while (waiting.size > 0 && performance.now() - changed < patience * 1000) {
    const ended = connections.length - waiting.size;
    if (ended !== lastEnded) changed = performance.now();
    lastEnded = ended;
    progress(ended);
    const before = waiting.size;
    // A slow connection must not block the ones after it.
    for (const connection of [...waiting].slice(0, 8)) {
      const states = await read(connection);
      last.set(connection, states);
      waiting.delete(connection);
      if (!states.every(({ finished_at: finished }) => finished !== null)) waiting.add(connection);
    }
    if (waiting.size === before) await delay(pauseMilliseconds);
  }
  return summary(last, connections);
}

function summary(
  last: ReadonlyMap<WatchedConnection, readonly CopyState[]>,
  connections: readonly WatchedConnection[],
): FirstPasses {
  const incomplete = new Map<string, number>();
  for (const connection of connections) {
    for (const reason of reasonsOf(connection, last.get(connection))) {
      incomplete.set(reason, (incomplete.get(reason) ?? 0) + 1);
    }
  }
  const states = [...last.values()].flat();
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    connections: connections.length,
    entities: states.length,
    pages: sum(states.map(({ pages }) => pages)),
    rows: sum(states.map(({ rows }) => rows)),
    incomplete,
  };
}

function reasonsOf({ connector }: WatchedConnection, states: readonly CopyState[] | undefined): ReadonlySet<string> {
  if (states === undefined) return new Set([`${connector}: was never looked at`]);
  return new Set(
    states.flatMap(({ entity, phase, errors, finished_at: finished }) => {
      const [error] = errors;
      if (error !== undefined) return [`${connector}/${entity}: ${error.code}: ${error.message}`];
      return finished === null ? [`${connector}/${entity}: ${phase}, not ended`] : [];
    }),
  );
}
