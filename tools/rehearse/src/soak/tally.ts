import type { Failures } from '../failures.ts';
import type { Answer } from '../gateway/gateway-client.ts';
import { isFaultOfOurs } from '../gateway/is-fault-of-ours.ts';

/** Counts the responses to each kind of call, and those that must never occur. */
export class Tally {
  readonly counts = new Map<string, number>();
  calls = 0;
  readonly #failures: Failures;

  constructor(failures: Failures) {
    this.#failures = failures;
  }

  /** Records a response; `tag` is the workspace of the caller, `mayBreak` is true if the connection may break during the response. */
  take(kind: string, tag: string, answer: Answer, mayBreak: boolean): Answer {
    this.calls += 1;
    const { status, json, text } = answer;
    const told = status === 0 ? 'broken off' : status < 300 ? '2xx' : `${status} ${json?.code ?? ''}`;
    const key = `${kind}: ${told}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    if (isFaultOfOurs(answer)) this.#failures.add('error of the gateway', `${kind}: ${status} ${text}`);
    if (status === 0 && !mayBreak) this.#failures.add('no answer', `${kind}: ${text}`);
    const foreign = text.match(/mark-[a-z]/g)?.find((start) => start !== `mark-${tag}`);
    if (foreign !== undefined) this.#failures.add("another workspace's record", `${kind} of ${tag}: ${foreign}`);
    return answer;
  }
}
