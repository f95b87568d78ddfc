import type { ControlPlane } from '@connectory/control-plane';
import { allConnections, type ContextCopy, type Registry } from '@connectory/core';
import { within } from '../http/within.ts';
import { scheduledCopies } from '../syncs/scheduled-copies.ts';
import type { StateGauge, StateValue } from './metrics.ts';

/** Where connections and copies are found. */
export interface FleetParts {
  readonly controlPlane: ControlPlane;
  readonly registry: Registry;
  /** Absent in direct mode. */
  readonly copy: ContextCopy | undefined;
}

interface Fleet {
  readonly connections: readonly StateValue[];
  readonly ages: readonly StateValue[];
  readonly failing: readonly StateValue[];
}

const nothing: Fleet = { connections: [], ages: [], failing: [] };

const rememberedMilliseconds = 10_000;
/** Reading may take this share of the time, however many connections there are. */
const maxShare = 1 / 20;
const maxWaitMilliseconds = 2_000;

/**
 * Counts connections by state, and copies that are out of date or whose last pass failed, for the metrics. It reads them at most every ten
 * seconds, and more rarely the longer that takes; a slow read is not waited for, and one that fails leaves the figures out.
 */
export class FleetWatch {
  readonly #parts: FleetParts;
  #last = nothing;
  #reading: Promise<void> | undefined;
  #nextAt = 0;

  constructor(parts: FleetParts) {
    this.#parts = parts;
  }

  /** The figures as metrics; a process that shares its database with others shows the same ones. */
  get gauges(): readonly StateGauge[] {
    const read = (part: keyof Fleet) => async () => (await this.#fleet())[part];
    return [
      {
        name: 'connectory_connections',
        help: 'Connections by state',
        labelNames: ['connector', 'state'],
        read: read('connections'),
      },
      {
        name: 'connectory_copy_age_seconds',
        help: 'Age of the oldest synchronized copy: time since the start of its last pass without errors',
        labelNames: ['connector'],
        read: read('ages'),
      },
      {
        name: 'connectory_copies_failing',
        help: 'Synchronized copies whose last pass failed or had errors',
        labelNames: ['connector'],
        read: read('failing'),
      },
    ];
  }

  async #fleet(): Promise<Fleet> {
    if (performance.now() >= this.#nextAt) this.#reading ??= this.#read();
    if (this.#reading !== undefined) await within(this.#reading, maxWaitMilliseconds, undefined);
    return this.#last;
  }

  async #read(): Promise<void> {
    const begun = performance.now();
    try {
      this.#last = await countFleet(this.#parts, Date.now());
    } catch {
      // Readiness says what is wrong with the database.
      this.#last = nothing;
    }
    const took = performance.now() - begun;
    this.#nextAt = begun + Math.max(rememberedMilliseconds, took / maxShare);
    this.#reading = undefined;
  }
}

async function countFleet({ controlPlane, registry, copy }: FleetParts, now: number): Promise<Fleet> {
  const connections = new Map<string, { labels: { connector: string; state: string }; value: number }>();
  const ages = new Map<string, number>();
  const failing = new Map<string, number>();
  for await (const connection of allConnections(controlPlane)) {
    const isInstalled = registry.get(connection.connector) !== undefined;
    const connector = isInstalled ? connection.connector : 'unknown';
    const labels = { connector, state: connection.state };
    const key = `${connector} ${connection.state}`;
    connections.set(key, { labels, value: (connections.get(key)?.value ?? 0) + 1 });
    // The copies of a paused connection are meant to grow old.
    if (copy === undefined || !isInstalled || connection.paused) continue;
    const copies = await scheduledCopies(copy, connection, now);
    failing.set(connector, (failing.get(connector) ?? 0) + copies.filter(({ isFailing }) => isFailing).length);
    for (const { age } of copies)
      if (age !== null) ages.set(connector, Math.max(ages.get(connector) ?? 0, age / 1_000));
  }
  const byConnector = (values: ReadonlyMap<string, number>) =>
    Array.from(values, ([connector, value]) => ({ labels: { connector }, value }));
  return { connections: [...connections.values()], ages: byConnector(ages), failing: byConnector(failing) };
}
