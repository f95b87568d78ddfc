import { CallRates } from '../limits/call-rates.ts';
import type { RateLease } from '../limits/leased-rates.ts';
import type { Recall } from './slot-ledger.ts';

/** A member gets this part of a rate per lease while much is left, and at most this many calls. */
const portions = { part: 1 / 100, most: 100 };
/** Number of subjects to keep before removing idle ones. */
const fewSubjects = 1_000;

/**
 * Leases calls of rates to the members of a group: together they make no more calls than a single process could. Before a call is refused,
 * unused calls are recalled from the other members.
 */
export class RateLedger<Member> {
  readonly #rates: CallRates;
  readonly #recall: Recall<Member>;
  /** Members that may have unused calls. */
  readonly #holders = new Map<string, Set<Member>>();
  readonly #recalls = new Map<string, Promise<unknown>>();

  constructor(recall: Recall<Member>, rates = new CallRates()) {
    this.#recall = recall;
    this.#rates = rates;
  }

  /** Leases `needed` calls of a subject, or as many as are left; leases more while many are left. */
  async lease(member: Member, subject: string, perMinute: number, needed: number): Promise<RateLease> {
    if (this.#rates.standing(subject, perMinute).remaining < needed) await this.#callBack(member, subject, perMinute);
    const { remaining } = this.#rates.standing(subject, perMinute);
    const isPlenty = remaining - needed >= perMinute / 2;
    const wanted = isPlenty ? Math.max(needed, Math.min(portions.most, Math.floor(perMinute * portions.part))) : needed;
    const granted = Math.min(remaining, wanted);
    if (granted > 0) {
      this.#rates.take(subject, perMinute, granted);
      this.#note(member, subject, perMinute);
    }
    return { granted, untilFull: this.#rates.standing(subject, perMinute).untilFull };
  }

  /** Takes unused calls back. */
  giveBack(subject: string, perMinute: number, count: number): void {
    this.#rates.giveBack(subject, perMinute, count);
  }

  /** Removes a member; its unused calls are lost. */
  leave(member: Member): void {
    for (const holders of this.#holders.values()) holders.delete(member);
  }

  async #callBack(asking: Member, subject: string, perMinute: number): Promise<void> {
    // A recall for another member may yield enough for both.
    await this.#recalls.get(subject);
    const holders = this.#holders.get(subject);
    const others = [...(holders ?? [])].filter((member) => member !== asking);
    if (others.length === 0) return;
    for (const member of others) holders?.delete(member);
    const recalled = others.map(async (member) =>
      this.giveBack(subject, perMinute, await this.#recall(member, subject).catch(() => 0)),
    );
    const recall = Promise.all(recalled);
    this.#recalls.set(subject, recall);
    await recall;
    if (this.#recalls.get(subject) === recall) this.#recalls.delete(subject);
  }

  #note(member: Member, subject: string, perMinute: number): void {
    const holders = this.#holders.get(subject) ?? new Set<Member>();
    if (this.#holders.size > fewSubjects && !this.#holders.has(subject)) this.#sweep(perMinute);
    this.#holders.set(subject, holders.add(member));
  }

  // Calls leased long ago have been used or returned.
  #sweep(perMinute: number): void {
    for (const subject of this.#holders.keys())
      if (this.#rates.standing(subject, perMinute).untilFull === 0) this.#holders.delete(subject);
  }
}
