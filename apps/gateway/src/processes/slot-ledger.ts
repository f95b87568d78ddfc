/** Makes a member give up the unused slots of a subject, and returns their number. */
export type Recall<Member> = (member: Member, subject: string) => Promise<number>;

/** The part of a limit that a member gets per lease while many slots are left. */
const portion = 1 / 16;

/**
 * Leases slots to the members of a group, never more than exist. Before a call is refused, unused slots are recalled from the other
 * members.
 */
export class SlotLedger<Member extends object> {
  readonly #leased = new Map<string, Map<Member, number>>();
  readonly #recall: Recall<Member>;
  readonly #gone = new WeakSet<Member>();

  constructor(recall: Recall<Member>) {
    this.#recall = recall;
  }

  /** Leases `needed` slots of a subject that has `most` of them, or as many as are free; leases more while many are free. */
  async lease(member: Member, subject: string, most: number, needed: number): Promise<number> {
    if (this.#free(subject, most) < needed) await this.#callBack(member, subject);
    // Leases of a member that has ended meanwhile would never be returned.
    if (this.#gone.has(member)) return 0;
    const free = Math.max(0, this.#free(subject, most));
    const isPlenty = free - needed >= most / 2;
    const granted = Math.min(free, isPlenty ? Math.max(needed, Math.ceil(most * portion)) : needed);
    if (granted > 0) {
      const holders = this.#leased.get(subject) ?? new Map<Member, number>();
      this.#leased.set(subject, holders);
      holders.set(member, (holders.get(member) ?? 0) + granted);
    }
    return granted;
  }

  /** Takes slots back. */
  giveBack(member: Member, subject: string, count: number): void {
    const holders = this.#leased.get(subject);
    if (holders === undefined) return;
    const left = (holders.get(member) ?? 0) - count;
    if (left > 0) holders.set(member, left);
    else holders.delete(member);
    if (holders.size === 0) this.#leased.delete(subject);
  }

  /** Frees everything that a member held: it has ended, and its calls with it. */
  leave(member: Member): void {
    this.#gone.add(member);
    for (const [subject, holders] of this.#leased) {
      holders.delete(member);
      if (holders.size === 0) this.#leased.delete(subject);
    }
  }

  async #callBack(asking: Member, subject: string): Promise<void> {
    const others = [...(this.#leased.get(subject)?.keys() ?? [])].filter((member) => member !== asking);
    const recalled = others.map(async (member) =>
      this.giveBack(member, subject, await this.#recall(member, subject).catch(() => 0)),
    );
    await Promise.all(recalled);
  }

  #free(subject: string, most: number): number {
    let free = most;
    for (const count of this.#leased.get(subject)?.values() ?? []) free -= count;
    return free;
  }
}
