import type { CallSlots } from './call-slots.ts';

/** Leases slots to this process and to others. */
export interface SlotSource {
  /** Returns how many slots were leased: `needed` or more, or fewer if no more are free in any process. */
  lease(subject: string, most: number, needed: number): Promise<number>;
  /** Returns leased slots. */
  giveBack(subject: string, count: number): void;
}

interface Lease {
  most: number;
  leased: number;
  /** At most `leased`. */
  taken: number;
  /** The highest number taken since the last sweep. */
  peak: number;
  readonly waiting: ((isTaken: boolean) => void)[];
  /** Number of waiters, from the first on, that the running request covers. */
  asked: number;
  isAsking: boolean;
}

/**
 * Slots that several processes share. This process holds a lease on some of them, usually as many as it used recently, and requests more
 * when these are taken.
 */
export class LeasedCallSlots implements CallSlots {
  readonly #source: SlotSource;
  readonly #leases = new Map<string, Lease>();

  constructor(source: SlotSource) {
    this.#source = source;
  }

  take(subject: string, most: number): boolean | Promise<boolean> {
    const lease = this.#of(subject, most);
    if (lease.most !== most) {
      lease.most = most;
      this.#giveBack(subject, lease, lease.leased - lease.taken);
    }
    if (lease.taken >= most) return false;
    if (lease.waiting.length === 0 && lease.taken < lease.leased) {
      count(lease);
      return true;
    }
    const taken = new Promise<boolean>((resolve) => lease.waiting.push(resolve));
    if (!lease.isAsking) void this.#ask(subject, lease);
    return taken;
  }

  give(subject: string): void {
    const lease = this.#leases.get(subject);
    if (lease === undefined) return;
    lease.taken--;
    serve(lease);
  }

  /** Gives up leased slots that are not taken, because another process needs them. Returns their number. */
  recall(subject: string): number {
    const lease = this.#leases.get(subject);
    if (lease === undefined) return 0;
    const free = lease.leased - lease.taken;
    lease.leased -= free;
    return free;
  }

  /** Returns what was not needed since the last sweep, and removes subjects without calls. */
  sweep(): void {
    for (const [subject, lease] of this.#leases) {
      this.#giveBack(subject, lease, lease.leased - lease.peak);
      lease.peak = lease.taken;
      if (lease.leased === 0 && lease.waiting.length === 0 && !lease.isAsking) this.#leases.delete(subject);
    }
  }

  async #ask(subject: string, lease: Lease): Promise<void> {
    lease.isAsking = true;
    // Calls that arrive in the same turn share one lease request.
    await Promise.resolve();
    lease.asked = lease.waiting.length;
    if (lease.asked > 0) {
      lease.leased += await this.#source.lease(subject, lease.most, lease.asked).catch(() => 0);
      serve(lease);
    }
    lease.isAsking = false;
    // Waiters that arrived during the request need another one.
    for (const refuse of lease.waiting.splice(0, lease.asked)) refuse(false);
    if (lease.waiting.length > 0) await this.#ask(subject, lease);
  }

  #giveBack(subject: string, lease: Lease, idle: number): void {
    if (idle <= 0) return;
    lease.leased -= idle;
    this.#source.giveBack(subject, idle);
  }

  #of(subject: string, most: number): Lease {
    const known = this.#leases.get(subject);
    if (known !== undefined) return known;
    const added: Lease = { most, leased: 0, taken: 0, peak: 0, waiting: [], asked: 0, isAsking: false };
    this.#leases.set(subject, added);
    return added;
  }
}

function count(lease: Lease): void {
  lease.taken++;
  lease.peak = Math.max(lease.peak, lease.taken);
}

/** Assigns free slots to waiting calls. */
function serve(lease: Lease): void {
  while (lease.waiting.length > 0 && lease.taken < lease.leased) {
    count(lease);
    lease.asked = Math.max(0, lease.asked - 1);
    lease.waiting.shift()?.(true);
  }
}
