import type { Connector } from '@connectory/connector-sdk';
import { type EntityPlan, entityPlans } from '@connectory/context-store';
import type { Behavior } from '@connectory/sandbox';
import { type ConformanceCheck, Finding, require, shown } from '../conformance-check.ts';
import { type DeclaredAction, storedKey, vendorKey } from '../declarations.ts';
import { type BehaviorName, rehearsedBehaviors } from '../rehearsed-behaviors.ts';
import type { TestGateway } from '../test-gateway.ts';
import { type ListPages, readPages, recordKey } from './list-pages.ts';

/** What must be true of a connector whose vendor behaves so. A behavior without a trial does not compile. */
const trials: Readonly<Record<BehaviorName, (trial: Trial) => Promise<void>>> = {
  'byte-order-mark': (trial) => readsWhole(trial, all),
  'old-gzip': (trial) => readsWhole(trial, all),
  'new-members': (trial) => readsWhole(trial, all),
  'split-links': (trial) => readsWhole(trial, all),
  'null-record': (trial) => readsWhole(trial, all),
  'short-page': (trial) => readsWhole(trial, withoutFirst, 1),
  'empty-page': (trial) => readsWhole(trial, withoutFirstPage, 1),
  'denied-record': (trial) => readsWhole(trial, withoutFirst, 1),
  'more-without-cursor': fails,
  'larger-total': fails,
  'repeated-page': losesNothing,
  'no-such-page': losesNothing,
  'empty-lists': losesNothing,
  'heavy-pages': (trial) => losesNothing(trial, { isWhole: true }),
  'record-removed': losesNothing,
  'token-delayed': waitsForToken,
  'limited-route': sendsOtherRoutes,
};

interface Trial {
  readonly gateway: TestGateway;
  readonly kind: BehaviorName;
  /** The lists that can meet the behavior. */
  readonly lists: readonly DeclaredAction[];
}

/** Every behavior of real vendors that this one can have: calls must not fail because of it, and copies must not lose records. */
export function unrulyChecks(connector: Connector): readonly ConformanceCheck[] {
  return (Object.keys(trials) as BehaviorName[]).flatMap((kind) => {
    const { does, tries, lists: listsOf } = rehearsedBehaviors[kind];
    const lists = listsOf(connector);
    if (lists.length === 0) return [];
    return [
      {
        group: 'unruly vendors' as const,
        name: `${tries} are right when the vendor ${does}`,
        run: async (gateway: TestGateway) => {
          gateway.sandbox.behaviors.clear();
          await gateway.signIn();
          await trials[kind]({ gateway, kind, lists });
        },
      },
    ];
  });
}

const always = 1_000_000;
const sizes = [2, 5, 7, 10, 20];

type Pages = ListPages['pages'];

const all = (pages: Pages) => pages.flat();
const withoutFirst = (pages: Pages) => pages.flat().slice(1);
const withoutFirstPage = (pages: Pages) => pages.slice(1).flat();

/** Reads one list of each way of paging while the vendor behaves so; it must have the expected ones of the records it had before. */
async function readsWhole(
  { gateway, kind, lists }: Trial,
  expected: (pages: Pages) => readonly unknown[],
  times = always,
): Promise<void> {
  for (const { list, pages } of await samples(gateway, lists)) {
    gateway.sandbox.behaviors.next(gateway.connector.id, behaviorOf(kind), { times, match: matchOf(list) });
    const read = await follow(gateway, list);
    gateway.sandbox.behaviors.clear();
    require(read.error === undefined, () => `${list.title} ends with ${read.error?.code}.`);
    const keys = new Set(read.pages.flat().map((record) => keyOf(list, record)));
    const missing = expected(pages).find((record) => !keys.has(keyOf(list, record)));
    require(missing === undefined, () => `${list.title} has lost ${shown(missing)}: look at its paging.`);
  }
}

async function fails({ gateway, kind, lists }: Trial): Promise<void> {
  for (const { list } of await samples(gateway, lists)) {
    gateway.sandbox.behaviors.next(gateway.connector.id, behaviorOf(kind), { times: always, match: matchOf(list) });
    const { error } = await follow(gateway, list);
    gateway.sandbox.behaviors.clear();
    require(error?.code === 'upstream_unavailable', () =>
      `${list.title} ends with ${error?.code ?? 'success'}, as if it were whole: it must be upstream_unavailable.`);
  }
}

async function waitsForToken({ gateway, lists }: Trial): Promise<void> {
  const { id } = gateway.connector;
  const [list] = lists;
  if (list === undefined) return;
  gateway.sandbox.behaviors.next(id, { kind: 'expired-token' });
  gateway.sandbox.behaviors.next(id, { kind: 'token-delayed' }, { times: 20 });
  const call = { entity: list.entity.name, action: list.name, params: gateway.example(list.entity.name, list.name) };
  const { error } = await gateway.execute(call);
  require(error?.code === 'upstream_unavailable', () =>
    `a token endpoint that cannot give a token now ends with ${error?.code ?? 'success'}: nothing is said about the credential, so that it must be upstream_unavailable.`);
  gateway.sandbox.behaviors.clear();
  const after = await gateway.execute(call);
  require(after.error === undefined, () =>
    `the call after it ends with ${after.error?.code}: it must ask for a token again.`);
}

async function sendsOtherRoutes({ gateway, lists: [limited, other] }: Trial): Promise<void> {
  if (limited === undefined || other === undefined) return;
  const call = ({ entity, name }: DeclaredAction) =>
    gateway.execute({ entity: entity.name, action: name, params: gateway.example(entity.name, name) });
  const limit = { kind: 'rate-limited', retryAfterSeconds: 3_600 } as const;
  gateway.sandbox.behaviors.next(gateway.connector.id, limit, { times: always, match: matchOf(limited) });
  const { error: refused } = await call(limited);
  require(refused?.code === 'upstream_rate_limited', () =>
    `${limited.title} ends with ${refused?.code ?? 'success'} when it is limited.`);
  const before = gateway.waited;
  const { error } = await call(other);
  require(error === undefined && gateway.waited === before, () =>
    `${other.title} waits because of a limit of ${limited.title}: look at limits.bucket of the upstream.`);
}

/** Gateways whose copies were read while their vendor behaved well. */
const filled = new WeakSet<TestGateway>();

/** Synchronizes while the vendor behaves so: no record that exists may be removed; where the copy can be whole, the pass has no errors. */
async function losesNothing({ gateway, kind }: Trial, { isWhole = false } = {}): Promise<void> {
  const { connector, sandbox } = gateway;
  if (!filled.has(gateway)) await gateway.attempt();
  filled.add(gateway);
  const before = await keysOf(gateway);
  for (const [plan, keys] of before) require(keys.size > 0, () => `the copy of ${plan.entity.name} is empty.`);
  sandbox.behaviors.next(connector.id, behaviorOf(kind), { times: always });
  const states = await gateway.attempt();
  sandbox.behaviors.clear();
  const after = await keysOf(gateway);
  for (const [plan, keys] of before) {
    const { name } = plan.entity;
    const known = new Set(sandbox.records(connector.id, name).map((record) => vendorKey(plan.entity, record)));
    const lost = [...keys].find((key) => known.has(key) && after.get(plan)?.has(key) !== true);
    require(lost === undefined, () => `${lost} exists and was removed from the copy of ${name}.`);
    const [error] = states.find(({ entity }) => entity === name)?.errors ?? [];
    require(!isWhole || error === undefined, () => `the pass over ${name} met ${shown(error)}.`);
  }
}

async function keysOf(gateway: TestGateway): Promise<ReadonlyMap<EntityPlan, ReadonlySet<string>>> {
  const keys = new Map<EntityPlan, ReadonlySet<string>>();
  for (const plan of entityPlans(gateway.connector)) {
    keys.set(plan, new Set((await gateway.stored(plan)).map((record) => storedKey(plan.entity, record))));
  }
  return keys;
}

// A record without a key is recognized by what it has, but for the member that the vendor adds.
const keyOf = (list: DeclaredAction, record: unknown) =>
  recordKey(list, list.entity.key === null ? { ...(record as object), new_member: undefined } : record);

const behaviorOf = (kind: BehaviorName) => ({ kind }) as Behavior;

/** A list that has at least two pages, where it has pages, and what they are while the vendor behaves well. */
interface SampleList {
  readonly list: DeclaredAction;
  readonly pages: Pages;
}

const knownPages = new WeakMap<TestGateway, Map<DeclaredAction['action'], Pages>>();

/** One of the lists for each way of paging. */
async function samples(gateway: TestGateway, lists: readonly DeclaredAction[]): Promise<readonly SampleList[]> {
  const known = knownPages.get(gateway) ?? new Map<DeclaredAction['action'], Pages>();
  knownPages.set(gateway, known);
  const found = new Map<string, SampleList>();
  for (const list of lists) {
    const { paging, document } = list.action;
    const way = JSON.stringify([paging?.style, paging?.param, paging?.reads, document !== undefined]);
    if (found.has(way)) continue;
    const pages = known.get(list.action) ?? (await follow(gateway, list)).pages;
    known.set(list.action, pages);
    const isEnough = paging === null ? pages.length > 0 : pages.length > 1 && pages[0]?.length !== 0;
    if (isEnough) found.set(way, { list, pages });
  }
  if (found.size === 0) throw new Finding('no list of this connector has two pages at the simulated vendor.');
  return [...found.values()];
}

/** Reads a list to its end in small pages. */
function follow(gateway: TestGateway, list: DeclaredAction): Promise<ListPages> {
  const { entity, name, action } = list;
  const size = action.paging?.size;
  const small = size && sizes.find((count) => action.params.shape[size]?.safeParse(count).success);
  return readPages(gateway, list, { ...gateway.example(entity.name, name), ...(size && small && { [size]: small }) });
}

const matchOf = ({ entity, name }: DeclaredAction) => ({ entity: entity.name, action: name });
