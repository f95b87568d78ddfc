import type { RawValue } from '@connectory/connector-sdk';
import { atLeast, Failures, none, shown, type Verdict } from '../verdict.ts';
import type { Call } from './calls.ts';
import type { KnownCondition, PolicyBody } from './reference.ts';
import { Reference } from './reference.ts';
import type { SentResponse, WarehouseGateway } from './warehouse-gateway.ts';

/** A token, and what its policy shows. */
export interface Subject {
  /** The text of the token. */
  readonly token: string;
  readonly policy: PolicyBody;
  readonly reference: Reference;
  /** Every sentinel that any response may have. */
  readonly allowed: ReadonlySet<string>;
}

/** Looks for failures in responses, and counts them by kind. */
export class Judge {
  /** The number of calls. */
  calls = 0;
  /** The number of records that were compared between all ways. */
  compared = 0;
  /** The number of policies. */
  policies = 0;
  readonly #gateway: WarehouseGateway;
  readonly #failures = new Failures();
  readonly #kinds = new Map<string, { sent: number; succeeded: number }>();

  constructor(gateway: WarehouseGateway) {
    this.#gateway = gateway;
  }

  /** A token with a policy, which may read what its own policy says. */
  subject(token: string, policy: PolicyBody, conditions: readonly KnownCondition[]): Subject {
    const { sentinels, accounts } = this.#gateway;
    const reference = new Reference(policy, conditions, sentinels);
    const allowed = new Set([...reference.everywhere(accounts.worlds), ...sentinels.in(JSON.stringify(policy))]);
    this.policies += 1;
    return { token, policy, reference, allowed };
  }

  /** Sends a call, and judges the response. */
  async send(call: Call, subject: Subject): Promise<SentResponse> {
    const { vendor } = this.#gateway;
    vendor.written.length = 0;
    const response = await this.#gateway.send(call, subject.token);
    vendor.failure = undefined;
    this.#count(call.kind, response.status);
    this.#look(call, response, subject);
    return response;
  }

  /** Adds a failure; only the first few of each kind are kept in full. */
  fail(kind: string, what: string, { policy }: Subject): void {
    this.#failures.add(kind, `${what} ${JSON.stringify(policy)}`);
  }

  #count(kind: string, status: number): void {
    this.calls += 1;
    if (kind === '') return;
    const { sent, succeeded } = this.#kinds.get(kind) ?? { sent: 0, succeeded: 0 };
    this.#kinds.set(kind, { sent: sent + 1, succeeded: succeeded + (status < 300 ? 1 : 0) });
  }

  #look(call: Call, { status, text }: SentResponse, subject: Subject): void {
    const { reference } = subject;
    const fail = (kind: string, what: string) => {
      const sent = JSON.stringify(call.body ?? call.path);
      this.fail(kind, `${call.kind} ${status} ${what} ${sent} ${text.slice(text.indexOf('\n'), 1_500)}`, subject);
    };
    if (status >= 500 && status !== 502 && status !== 503) fail('internal error', '');
    this.leaks(call, text, subject, (found) => fail('leak', found));
    const { tests, record } = call;
    if (tests !== undefined && status < 300 && reference.treatment(tests.world, tests.entity, tests.path) !== 'shown')
      fail('condition on a hidden field', tests.path);
    if (record === undefined) return;
    const current = record.world.records.find(({ raw }) => raw.id === record.record.raw.id);
    if (current !== undefined && reference.exists(record.world, current)) return;
    const body: RawValue = call.body;
    if (status < 300 && status !== 202 && body.dry_run !== true) fail('record that does not exist', '');
    const { written } = this.#gateway.vendor;
    if (current !== undefined && written.length > 0) fail('write to a record that does not exist', written.join());
  }

  /** Calls `report` with sentinels of a text that the policy hides, unless the call itself has them. */
  leaks(call: Call, text: string, { reference, allowed }: Subject, report: (found: string) => void): void {
    const { sentinels } = this.#gateway;
    const found = [...sentinels.everywhereIn(text)].filter((one) => !allowed.has(one));
    if (found.length === 0) return;
    // What a caller sends is repeated in messages.
    const own = new Set(sentinels.everywhereIn(JSON.stringify([call.body, call.about?.body]) + call.path));
    // The response to a write has to be shown.
    if (call.created !== undefined)
      for (const one of reference.shown(call.created.world, call.created.record, 'live')) own.add(one);
    const leaked = found.filter((one) => !own.has(one));
    if (leaked.length > 0) report(leaked.slice(0, 3).join(' '));
  }

  /** What was found. */
  verdict(seed: number, seconds: number): Verdict {
    const count = (kind: string) => this.#failures.count(kind);
    const ways = ['search', 'get', 'export', 'feed', 'parquet', 'sql'];
    return {
      title: `${this.calls} calls under ${this.policies} policies, seed ${seed}, ${Math.round(seconds)} s`,
      lines: [
        none('responses with something that the policy hides', count('leak'), this.calls),
        none('conditions on hidden fields that were carried out', count('condition on a hidden field')),
        none('calls that found a record that does not exist for the token', count('record that does not exist')),
        none('writes that reached such a record', count('write to a record that does not exist')),
        none('internal errors', count('internal error')),
        none('pages that could not be continued', count('page that cannot be continued')),
        none('subscriptions that were paused', count('paused subscription')),
        none('entities that were hidden although the policy shows them', count('too much hidden')),
        ...ways.map((way) => none(`differences in ${way}`, count(`difference in ${way}`))),
        atLeast('records compared between all ways', this.compared, 1),
        ...[...this.#kinds]
          .sort()
          .map(([kind, { sent, succeeded }]) => shown(kind, `${succeeded} of ${sent} succeeded`)),
      ],
      failures: this.#failures.texts,
      figures: { calls: this.calls, policies: this.policies, seconds, compared: this.compared },
    };
  }
}
