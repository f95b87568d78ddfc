import type { RawValue } from '@connectory/connector-sdk';
import type { Verdict } from '../verdict.ts';
import { type Call, RandomCalls, workspacePath } from './calls.ts';
import { WaysOfReading } from './compare-ways.ts';
import { Judge, type Subject } from './judge.ts';
import { LaterWays } from './later-ways.ts';
import { conditionsOf, randomPolicy } from './random-policy.ts';
import type { KnownCondition } from './reference.ts';
import { adminToken, type SentResponse, startWarehouse, type WarehouseGateway } from './warehouse-gateway.ts';

const callsPerPolicy = 100;

/** Sends random calls under random policies to a gateway, and looks for what a policy hides in every byte that comes back. */
export async function rehearseDataPolicies(
  { times, seed }: { readonly times: number; readonly seed: number },
  progress: (text: string) => void,
): Promise<Verdict> {
  progress('making the copies');
  const gateway = await startWarehouse(seed);
  try {
    const begun = performance.now();
    const rehearsal = new Rehearsal(gateway);
    while (rehearsal.judge.calls < times) {
      await rehearsal.tryPolicy(Math.min(callsPerPolicy, times));
      progress(`${rehearsal.judge.calls} of ${times} calls`);
    }
    return rehearsal.judge.verdict(seed, (performance.now() - begun) / 1000);
  } finally {
    await gateway.stop();
  }
}

class Rehearsal {
  readonly judge: Judge;
  readonly #gateway: WarehouseGateway;
  readonly #conditions: readonly KnownCondition[];
  readonly #random: RandomCalls;
  readonly #ways: WaysOfReading;
  readonly #later: LaterWays;
  #before: Subject | undefined;

  constructor(gateway: WarehouseGateway) {
    this.#gateway = gateway;
    this.judge = new Judge(gateway);
    this.#conditions = conditionsOf(gateway.accounts.worlds, gateway.dice);
    this.#random = new RandomCalls(gateway.accounts, gateway.dice);
    this.#ways = new WaysOfReading(gateway, this.judge);
    this.#later = new LaterWays(gateway, this.judge);
  }

  /** Makes a token with a random policy, sometimes another one with it, and sends random calls. */
  async tryPolicy(calls: number): Promise<void> {
    const { dice, accounts, vendor } = this.#gateway;
    const random = () => randomPolicy(dice, this.#conditions, accounts.worlds);
    const hold = dice.chance(0.1) ? { hold: { effects: ['write', 'delete', 'outward'] } } : {};
    let subject = await this.#subject(adminToken, { ...random(), ...hold, manage: true });
    if (dice.chance(0.3)) subject = await this.#subject(subject.token, random());
    for (let done = 0; done < calls; done++) {
      const call = this.#random.next();
      if (dice.chance(0.02)) vendor.failure = dice.pick(['rejects', 'fails', 'garbles']);
      const response = await this.judge.send(call, subject);
      await this.#goOn(call, response, subject);
    }
    await this.#ways.compare(dice.pick(accounts.worlds), subject);
    if ('hold' in subject.policy) await this.#later.hold(subject);
    else await this.#later.repeat(subject, this.#before ?? subject);
    if (subject.policy.manage === true && dice.chance(0.2)) await this.#later.subscribe(subject);
    this.#before = subject;
  }

  /** A token with a policy, without the rules that name what the records do not have. */
  async #subject(maker: string, policy: object, max = 20): Promise<Subject> {
    const call = { kind: '', method: 'POST', path: `${workspacePath}/tokens`, body: { name: 'random', policy } };
    const { status, text, json } = await this.#gateway.send(call, maker);
    if (status === 422 && max > 0) return this.#subject(maker, withoutRefused(policy, json.errors), max - 1);
    if (status !== 201) throw new Error(`A token was refused with ${status}: ${text} ${JSON.stringify(policy)}`);
    return this.judge.subject(json.token, json.policy, this.#conditions);
  }

  /** Reads the second page of a list or search, and the changes of a feed as a stream. */
  async #goOn(call: Call, { status, json }: SentResponse, subject: Subject): Promise<void> {
    if (status !== 200 || call.path === '/mcp') return;
    if (call.kind === 'feed' && json.data.length > 0)
      await this.judge.send(this.#random.streamed(call, json.data.length), subject);
    const next = json?.meta?.next_params;
    if (next === undefined || next === null) return;
    const body = call.body as RawValue;
    const following = { ...call, kind: 'next page', body: { ...body, params: { ...body.params, ...next } } };
    const { status: ended, text } = await this.judge.send(following, subject);
    if (ended >= 400 && !text.includes('looks like'))
      this.judge.fail('page that cannot be continued', `${JSON.stringify(following.body)} ${text}`, subject);
  }
}

/** A policy without the paths and rules at which errors point. */
function withoutRefused(policy: object, errors: readonly { readonly field: string }[]): object {
  const changed: RawValue = structuredClone(policy);
  for (const { field } of errors) {
    const [, , part = '', rule = '', list, path] = field.split('/');
    if (path === undefined) delete changed[part][rule];
    else delete changed[part][rule][list as string][path];
  }
  const filled = (list: readonly unknown[]) => list.filter((one) => one !== undefined);
  for (const part of ['fields', 'records']) {
    if (changed[part] === undefined) continue;
    for (const rule of filled(changed[part]) as RawValue[]) {
      for (const list of ['allow', 'drop', 'mask', 'hash']) {
        if (rule[list] !== undefined) rule[list] = filled(rule[list]);
        if (rule[list]?.length === 0) delete rule[list];
      }
    }
    const isRule = (rule: RawValue) => part === 'records' || rule.allow || rule.drop || rule.mask || rule.hash;
    changed[part] = (filled(changed[part]) as RawValue[]).filter(isRule);
  }
  return changed;
}
