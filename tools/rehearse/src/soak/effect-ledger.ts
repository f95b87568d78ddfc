import { type CountableWrite, countEffects } from '../countable-write.ts';
import type { Vendors } from '../vendors.ts';
import type { Failures } from '../verdict.ts';

/** What a caller knows about a create: carried out once, rejected, or unknown. */
export type Knowledge = 'done' | 'refused' | 'unknown';

interface Entry {
  readonly write: CountableWrite;
  readonly knowledge: Knowledge;
  readonly at: number;
  isReviewed: boolean;
}

// An interrupted create may still reach the vendor within the maximum duration of a call.
const settledAfter = 150_000;

/**
 * All creates of a workspace, compared with the vendors' records. Settled records are deleted at the vendors, so that they do not grow; a
 * mark that appears later is a second effect.
 */
export class EffectLedger {
  readonly #entries = new Map<string, Entry>();
  readonly #vendors: Vendors;
  readonly #failures: Failures;

  constructor(vendors: Vendors, failures: Failures) {
    this.#vendors = vendors;
    this.#failures = failures;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Number of creates reported as unknown. */
  get unknown(): number {
    return [...this.#entries.values()].filter(({ knowledge }) => knowledge === 'unknown').length;
  }

  add(marker: string, write: CountableWrite, knowledge: Knowledge): void {
    this.#entries.set(marker, { write, knowledge, at: performance.now(), isReviewed: false });
  }

  /** Checks the creates that are settled, or all of them at the end. */
  review(isEnd: boolean): void {
    const writes = new Set([...this.#entries.values()].map(({ write }) => write));
    for (const write of writes) {
      const counts = countEffects(this.#vendors, write.connector, write.entity);
      const settled = new Set<string>();
      for (const [marker, entry] of this.#entries) {
        if (entry.write !== write) continue;
        const count = counts.get(marker) ?? 0;
        if (entry.isReviewed) {
          if (count > 0) this.#failures.add('doubled', `${marker} of ${write.connector} came back`);
        } else if (isEnd || performance.now() - entry.at > settledAfter) {
          this.#judge(marker, entry, count);
          entry.isReviewed = true;
          settled.add(marker);
        }
      }
      if (settled.size > 0) this.#takeAway(write, settled);
    }
  }

  #judge(marker: string, { write, knowledge }: Entry, count: number): void {
    const about = `${marker} of ${write.connector}: ${count} effects, reported as ${knowledge}`;
    if (count > 1) this.#failures.add('doubled', about);
    if (count === 0 && knowledge === 'done') this.#failures.add('lost', about);
    if (count > 0 && knowledge === 'refused') this.#failures.add('reported wrongly', about);
  }

  #takeAway({ connector, entity }: CountableWrite, markers: ReadonlySet<string>): void {
    for (const record of this.#vendors.sandbox.records(connector, entity)) {
      const found = JSON.stringify(record).match(/mark-[a-z0-9]+-end/g) ?? [];
      if (found.some((mark) => markers.has(mark))) this.#vendors.sandbox.remove(connector, entity, record);
    }
  }
}
