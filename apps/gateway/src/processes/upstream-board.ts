/** What a process learned about an upstream. */
export type UpstreamNews =
  | { readonly kind: 'failed'; readonly circuit: string; readonly failures: number; readonly ago: number }
  | { readonly kind: 'succeeded'; readonly circuit: string }
  | { readonly kind: 'blocked'; readonly connectionId: string; readonly milliseconds: number };

const mostKept = 10_000;

interface Failures {
  readonly failures: number;
  readonly at: number;
}

/** State of upstreams as reported by the members of a group, kept for members that join later. */
export class UpstreamBoard<Member> {
  readonly #failing = new Map<string, Failures>();
  readonly #blockedUntil = new Map<string, number>();
  readonly #probes = new Map<string, Member>();

  /** Stores the news of a member. */
  note(news: UpstreamNews): void {
    const now = performance.now();
    if (news.kind === 'succeeded') this.#failing.delete(news.circuit);
    else if (news.kind === 'blocked') keep(this.#blockedUntil, news.connectionId, now + news.milliseconds);
    else {
      const before = this.#failing.get(news.circuit)?.failures ?? 0;
      keep(this.#failing, news.circuit, { failures: before + news.failures, at: now - news.ago });
    }
  }

  /** All news that are still current. */
  get all(): readonly UpstreamNews[] {
    const now = performance.now();
    const failing = Array.from(
      this.#failing,
      ([circuit, { failures, at }]): UpstreamNews => ({ kind: 'failed', circuit, failures, ago: now - at }),
    );
    const blocked = Array.from(
      this.#blockedUntil,
      ([connectionId, until]): UpstreamNews => ({ kind: 'blocked', connectionId, milliseconds: until - now }),
    );
    return [...failing, ...blocked.filter((news) => news.kind === 'blocked' && news.milliseconds > 0)];
  }

  /** Whether a member may send the one call that tests a circuit. */
  mayProbe(member: Member, circuit: string): boolean {
    if (this.#probes.has(circuit)) return false;
    this.#probes.set(circuit, member);
    return true;
  }

  /** Ends a member's probe of a circuit. */
  probed(member: Member, circuit: string): void {
    if (this.#probes.get(circuit) === member) this.#probes.delete(circuit);
  }

  /** Ends the probes of a member that has ended. */
  leave(member: Member): void {
    for (const [circuit, prober] of this.#probes) if (prober === member) this.#probes.delete(circuit);
  }
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  const [oldest] = map.keys();
  if (map.size >= mostKept && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
