import { setTimeout as delay } from 'node:timers/promises';
import type { RawValue } from '@connectory/connector-sdk';
import { type CopiedConnection, copyStates, readCopies, requestFullPass, untilRead } from '../copies.ts';
import type { Vendors } from '../vendors.ts';
import type { Phase, PhaseContext, RunningWork } from './phase.ts';

const maxPass = 120_000;

/** Passes over whole connections: afterwards each resumes by itself, ends, and the copy is unchanged. */
export class SyncPhase implements Phase {
  readonly maxMilliseconds: number = 1_200;
  readonly #context: PhaseContext;
  readonly #vendors: Vendors;
  readonly #connections: readonly CopiedConnection[];
  readonly #expected = new Map<CopiedConnection, ReadonlyMap<string, string>>();

  constructor(context: PhaseContext, vendors: Vendors, connections: readonly CopiedConnection[]) {
    this.#context = context;
    this.#vendors = vendors;
    this.#connections = connections;
  }

  /** Waits for the first passes, and keeps their copies. Throws an `Error` if they do not end. */
  async prepare(): Promise<void> {
    const { workspace } = this.#context;
    for (const connection of this.#connections) {
      if (!(await untilRead(workspace, connection, '', maxPass)))
        throw new Error(`The copies of ${connection.connector.id} were not read.`);
      this.#expected.set(connection, await readCopies(workspace, connection));
    }
  }

  async begin(round: number): Promise<RunningWork> {
    const { workspace } = this.#context;
    const connection = this.#connections[round % this.#connections.length] as CopiedConnection;
    await requestFullPass(workspace, connection);
    const { id } = connection.connector;
    return {
      isUnderWay: () => this.#vendors.running.some(({ connector }) => connector === id),
      settle: async () => {},
      verify: () => this.#verify(connection),
    };
  }

  // A requested pass that had not begun is lost with the process; one that had begun resumes.
  async #verify(connection: CopiedConnection): Promise<void> {
    const { workspace, failures } = this.#context;
    const arrived = this.#vendors.arrivedAt(connection.connector.id);
    const begun = performance.now();
    let open = openPasses(await copyStates(workspace, connection));
    const before = open;
    // The last page may have arrived before the first check; then no other page follows, and the pass ends.
    while (open !== '' && open === before && this.#vendors.arrivedAt(connection.connector.id) === arrived) {
      if (performance.now() - begun > this.#context.maxStuck)
        return failures.add('sync: stuck', `${connection.connector.id}: ${open}`);
      await delay(100);
      open = openPasses(await copyStates(workspace, connection));
    }
  }

  async conclude(): Promise<void> {
    const { workspace, failures } = this.#context;
    for (const connection of this.#connections) {
      const { id } = connection.connector;
      const since = new Date().toISOString();
      await requestFullPass(workspace, connection);
      if (!(await untilRead(workspace, connection, since, maxPass))) failures.add('sync: stuck', `${id} at the end`);
      await this.#compare(connection);
      for (const { entity, errors } of await copyStates(workspace, connection)) {
        if (errors.length > 0) failures.add('sync: errors', `${id} ${entity}: ${JSON.stringify(errors[0])}`);
      }
    }
  }

  async #compare(connection: CopiedConnection): Promise<void> {
    const { workspace, failures } = this.#context;
    const found = await readCopies(workspace, connection);
    for (const [entity, expected] of this.#expected.get(connection) ?? []) {
      if (found.get(entity) === expected) continue;
      failures.add('sync: differs', `${connection.connector.id} ${entity}: ${found.get(entity)}, before ${expected}`);
    }
  }
}

function openPasses(states: readonly RawValue[]): string {
  const open = states.filter(({ phase }) => phase !== 'idle');
  return open.map(({ entity, phase, pages }) => `${entity} ${phase} after ${pages} pages`).join(', ');
}
