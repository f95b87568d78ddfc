import { hash } from 'node:crypto';
import { GatewayError } from '@connectory/errors';
import { eachInTurns } from '@connectory/exact-json';
import type { EntityPlan, ListedParents } from './entity-plan.ts';
import { documentOf, isWanted } from './parent-filter.ts';
import { type FoundPartition, fromListed, settingTexts } from './partitions.ts';
import type { PageParams, SyncConnection, SyncSource } from './sync-source.ts';

/** Remembers one earlier page of a listing: the parameters that led to it, and when the next one is remembered. */
export interface PageCycle {
  readonly remembered: string;
  /** Page number at which the page then current is remembered instead; doubles every time. */
  readonly until: number;
  /** Digest of the records of the page before, and how many pages in a row had the same ones. */
  readonly records: string;
  readonly repeats: number;
}

/** Before the first page. */
export const noCycle: PageCycle = { remembered: '', until: 1, records: '', repeats: 0 };

// Records that were added in between can move the same ones to the next page, but not again and again.
const maxRepeats = 3;

/**
 * Looks at a page with records of these keys and at the parameters of the next one. Null when the listing goes round in a circle (Brent's
 * cycle detection: constant space, found within three times the pages that lead into it and round it), or returns the same page again
 * and again, because the upstream ignores the parameters.
 */
export function nextCycle(
  cycle: PageCycle,
  page: number,
  nextParams: PageParams,
  keys: readonly string[],
): PageCycle | null {
  const text = JSON.stringify(nextParams);
  const records = keys.length === 0 ? '' : hash('sha1', keys.join('\n'));
  const repeats = records !== '' && records === cycle.records ? cycle.repeats + 1 : 0;
  if (text === cycle.remembered || repeats === maxRepeats) return null;
  const { remembered, until } = page >= cycle.until ? { remembered: text, until: cycle.until * 2 } : cycle;
  return { remembered, until, records, repeats };
}

/** The error of a listing that does not end; `how` continues "The listing". */
export function endless(how: string): GatewayError {
  return new GatewayError(
    'upstream_unavailable',
    `The listing ${how}. It was not read to its end, so none of its records are removed.`,
  );
}

/** The error of a listing of which the upstream returns only the first records. */
export const cutShort = (records: number): GatewayError =>
  endless(`has more than the ${records} records that the upstream returns`);

/** The error of a partition with records that cannot be kept. */
export function withoutKey(count: number): GatewayError {
  const what = count === 1 ? 'One record has no usable key' : `${count} records have no usable key`;
  return new GatewayError(
    'upstream_unavailable',
    `${what} and could not be stored; none of the other records are removed.`,
  );
}

// They are held in memory while the pass runs.
const maxParents = 10_000;

/** The parents that replace the entries of an empty setting, read live page by page. */
export class ParentListing {
  readonly #plan: EntityPlan;
  readonly #origin: Extract<EntityPlan['origin'], { from: 'setting' }>;
  readonly #parents: ListedParents;
  readonly #found = new Map<string, FoundPartition>();
  #nextParams: PageParams | null = {};
  #pages = 0;
  #cycle: PageCycle = noCycle;

  private constructor(
    plan: EntityPlan,
    origin: Extract<EntityPlan['origin'], { from: 'setting' }>,
    parents: ListedParents,
  ) {
    this.#plan = plan;
    this.#origin = origin;
    this.#parents = parents;
  }

  /** Null for a plan that needs none: its setting names partitions, or has no replacement. */
  static of(plan: EntityPlan, connection: SyncConnection): ParentListing | null {
    const { origin } = plan;
    if (origin.from !== 'setting' || origin.otherwise === null) return null;
    return settingTexts(connection, origin.setting).length > 0
      ? null
      : new ParentListing(plan, origin, origin.otherwise);
  }

  get isComplete(): boolean {
    return this.#nextParams === null;
  }

  /** What was found, each partition once, in the order of the marks. */
  get partitions(): readonly FoundPartition[] {
    return [...this.#found.values()].sort((one, other) => (one.mark < other.mark ? -1 : 1));
  }

  /** Reads the next page. It can be repeated after a failure. */
  async readPage(source: SyncSource, connection: SyncConnection, signal: AbortSignal): Promise<void> {
    const { entity, layout, where } = this.#parents;
    const params = this.#nextParams ?? {};
    const { records, nextParams, cappedAt } = await source.readPage({
      connection,
      entity,
      action: 'list',
      params,
      signal,
    });
    if (cappedAt !== undefined) throw cutShort(cappedAt);
    const marks: string[] = [];
    await eachInTurns(records, (record) => {
      if (!isWanted(where, documentOf(layout, record))) return;
      const found = fromListed(this.#plan, this.#origin.setting, record);
      this.#found.set(found.mark, found);
      marks.push(found.mark);
    });
    this.#pages += 1;
    const cycle = nextParams === null ? this.#cycle : nextCycle(this.#cycle, this.#pages, nextParams, marks);
    if (cycle === null || this.#found.size > maxParents) {
      const what =
        cycle === null ? 'leads back to a page that was already read' : `has more than ${maxParents} records`;
      const { setting } = this.#origin.setting;
      throw new GatewayError(
        'upstream_rejected',
        `The list of ${entity.name} ${what}. Use the setting ${setting} to choose what to read.`,
      );
    }
    this.#cycle = cycle;
    this.#nextParams = nextParams;
  }
}
