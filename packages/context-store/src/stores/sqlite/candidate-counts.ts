import type { Condition } from '../../query/condition.ts';
import { type CandidateSource, type Candidates, flattened } from './candidates.ts';
import type { ConnectionFile } from './connection-file.ts';
import type { Deadline } from './deadline.ts';
import { type Fragment, joined, sql, unpeeked } from './fragment.ts';

/** A set of candidates and its size. */
export interface CountedSet {
  /** Selects the IDs through the indexes. */
  readonly query: Fragment;
  /** Selects the same IDs, without the indexes if they were already collected. */
  readonly ids: Fragment;
  readonly count: number;
  /** Number of records whose examination costs as much as reading the set. */
  readonly cost: number;
  /** The conditions that every candidate satisfies. */
  readonly covers: readonly Condition[];
}

const mostGathered = 8192;
/** Looking up this many IDs again costs more than keeping them. */
const few = 64;
/** Reading this many entries takes a few milliseconds; checking the time would double that. */
const mostUnchecked = 65_536;

type Known = { readonly set: CountedSet } | { readonly moreThan: number };

/** Counts candidates only as far as needed, and caches the counts. */
export class CandidateCounts {
  readonly #file: ConnectionFile;
  readonly #deadline: Deadline;
  readonly #known = new Map<CandidateSource, Known>();

  constructor(file: ConnectionFile, deadline: Deadline) {
    this.#file = file;
    this.#deadline = deadline;
  }

  /** Returns the smallest set that costs no more than examining `most` records; null if all cost more or are not yet worth examining. */
  smallest(candidates: Candidates, most: number): CountedSet | null {
    switch (candidates.kind) {
      case 'source':
        return this.#setOf(candidates.source, most);
      case 'every': {
        let best: CountedSet | null = null;
        for (const part of candidates.parts) {
          const set = this.smallest(part, most);
          if (set !== null && (best === null || set.count < best.count)) best = set;
        }
        return best;
      }
      case 'either': {
        const sets: CountedSet[] = [];
        let [count, cost] = [0, 0];
        for (const part of candidates.parts) {
          const set = this.smallest(part, most - cost);
          if (set === null) return null;
          sets.push(set);
          count += set.count;
          cost += set.cost;
        }
        const union = (part: 'query' | 'ids') =>
          joined(
            sets.map((set) => sql`SELECT id FROM (${set[part]})`),
            ' UNION ',
          );
        const { condition } = candidates;
        const isCovered = sets.every(({ covers }, part) => coversAll(covers, condition.conditions[part]));
        return { query: union('query'), ids: union('ids'), count, cost, covers: isCovered ? [condition] : [] };
      }
    }
  }

  #setOf(source: CandidateSource, most: number): CountedSet | null {
    if (most < 0 || most < source.worthFrom) return null;
    const limit = Math.ceil(most * source.perRecord);
    let known = this.#known.get(source) ?? { moreThan: -1 };
    if ('moreThan' in known && known.moreThan < limit) {
      known = this.#look(source, limit);
      this.#known.set(source, known);
    }
    return 'set' in known && known.set.count <= limit ? known.set : null;
  }

  #look({ query, part, perRecord, isSlow, covers }: CandidateSource, most: number): Known {
    const counted = (count: number, ids: Fragment): Known => ({
      set: { query, ids, count, cost: count / perRecord, covers },
    });
    this.#deadline.check();
    if (!Number.isFinite(most)) return counted(this.#file.number(sql`SELECT count(*) FROM (${query})`), query);
    const inTime = most > mostUnchecked ? sql`WHERE ${this.#deadline.entriesInTime}` : sql``;
    const atMost = (ids: Fragment) => sql`SELECT id FROM (${ids}) ${inTime} LIMIT ${unpeeked(most + 1)}`;
    if (part !== null && this.#file.number(sql`SELECT count(*) FROM (${atMost(part)})`) > most) {
      return { moreThan: most };
    }
    // The IDs of small or slow sets are collected, so that they are not looked up twice.
    const gathers = part !== null || (isSlow && most <= mostGathered);
    if (part === null && !isSlow && most > few) {
      const rows = this.#file.rows(sql`SELECT id FROM (${query}) LIMIT ${unpeeked(few + 1)}`);
      if (rows.length <= few) return counted(rows.length, listed(JSON.stringify(rows.map(([id]) => id))));
    }
    const gathered = gathers ? sql`json_group_array(id)` : sql`NULL`;
    const [found, list = null] = this.#file.row(sql`SELECT count(*), ${gathered} FROM (${atMost(query)})`) ?? [];
    const count = Number(found);
    if (count > most) return { moreThan: most };
    return counted(count, list === null ? query : listed(list));
  }
}

/** Selects the IDs of a JSON array. */
function listed(ids: string | number): Fragment {
  return sql`SELECT value AS id FROM json_each(${ids})`;
}

function coversAll(covers: readonly Condition[], condition: Condition | undefined): boolean {
  return condition !== undefined && flattened(condition).every((one) => covers.includes(one));
}
