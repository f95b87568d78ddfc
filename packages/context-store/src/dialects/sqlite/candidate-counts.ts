import type { CandidateSource, Candidates } from './candidates.ts';
import type { ConnectionFile } from './connection-file.ts';
import { type Fragment, joined, sql } from './fragment.ts';

/** A set of candidates and how many it has. */
export interface CountedSet {
  readonly query: Fragment;
  readonly count: number;
}

type Known = { readonly set: CountedSet } | { readonly moreThan: number };

/** Counts candidates no further than needed, and remembers what it counted. */
export class CandidateCounts {
  readonly #file: ConnectionFile;
  readonly #known = new Map<CandidateSource, Known>();

  constructor(file: ConnectionFile) {
    this.#file = file;
  }

  /** The smallest set that has at most `most` candidates; null when all have more, or are not worth while to count yet. */
  smallest(candidates: Candidates, most: number): CountedSet | null {
    switch (candidates.kind) {
      case 'source':
        return this.#setOf(candidates.source, most);
      case 'every': {
        let best: CountedSet | null = null;
        for (const part of candidates.parts) best = this.smallest(part, best === null ? most : best.count - 1) ?? best;
        return best;
      }
      case 'either': {
        const sets: CountedSet[] = [];
        let total = 0;
        for (const part of candidates.parts) {
          const set = this.smallest(part, most - total);
          if (set === null) return null;
          sets.push(set);
          total += set.count;
        }
        const query = joined(
          sets.map((set) => sql`SELECT id FROM (${set.query})`),
          ' UNION ',
        );
        return { query, count: total };
      }
    }
  }

  #setOf(source: CandidateSource, most: number): CountedSet | null {
    if (most < 0 || most < source.worthFrom) return null;
    let known = this.#known.get(source) ?? { moreThan: -1 };
    if ('moreThan' in known && known.moreThan < most) {
      known = this.#look(source, most);
      this.#known.set(source, known);
    }
    return 'set' in known && known.set.count <= most ? known.set : null;
  }

  #look({ query, part }: CandidateSource, most: number): Known {
    if (!Number.isFinite(most))
      return { set: { query, count: this.#file.number(sql`SELECT count(*) FROM (${query})`) } };
    const atMost = (ids: Fragment) => sql`SELECT id FROM (${ids}) LIMIT ${most + 1}`;
    if (part === null) {
      const count = this.#file.number(sql`SELECT count(*) FROM (${atMost(query)})`);
      return count > most ? { moreThan: most } : { set: { query, count } };
    }
    if (this.#file.number(sql`SELECT count(*) FROM (${atMost(part)})`) > most) return { moreThan: most };
    // What takes long to find is not looked for twice.
    const ids = this.#file.rows(atMost(query)).map(([id]) => Number(id));
    if (ids.length > most) return { moreThan: most };
    return { set: { query: sql`SELECT value AS id FROM json_each(${JSON.stringify(ids)})`, count: ids.length } };
  }
}
