import {
  type Connector,
  type EventHint,
  type EventRegistration,
  type EventRequest,
  type RawValue,
  valueAt,
} from '@connectory/connector-sdk';
import { type DirectActionName, readEvent, secretSourceOf, verifyEvent } from '@connectory/connector-sdk/engine';
import { type EntityPlan, entityPlans } from '@connectory/context-store';
import { type ConformanceCheck, require, shown } from '../conformance-check.ts';
import { storedKey, vendorKey } from '../declarations.ts';
import type { TestConnectorOptions } from '../test-connector.ts';
import type { TestGateway } from '../test-gateway.ts';
import { requireNoError } from './search-and-sync.ts';

type Row = Readonly<Record<string, unknown>>;
type Kind = 'added' | 'changed' | 'removed';

const kinds: readonly Kind[] = ['added', 'changed', 'removed'];
const url = 'https://gateway.example.com/events/a/b';
const day = 86_400_000;

/**
 * The events of the simulated vendor must be signed as declared, and lead to the records they are about: what is read because of an event
 * must be what a pass reads, and what is gone must go.
 */
export function eventChecks(connector: Connector, { sandbox }: TestConnectorOptions): readonly ConformanceCheck[] {
  const { events } = connector;
  if (events === undefined || sandbox?.events === undefined) return [];
  const known = new WeakMap<TestGateway, Promise<unknown>>();
  const filled = async (gateway: TestGateway) => {
    const pass = known.get(gateway) ?? gateway.synchronize({ full: true });
    known.set(gateway, pass);
    await pass;
    requireNoError(gateway);
  };
  const plans = entityPlans(connector).filter(({ entity }) => events.entities.includes(entity.name));
  const check = (name: string, run: ConformanceCheck['run']): ConformanceCheck => ({ group: 'events', name, run });
  return [
    ...plans.map((plan) =>
      check(`events of ${plan.entity.name} are signed as declared`, (gateway) => areSigned(gateway, plan)),
    ),
    ...plans.map((plan) =>
      check(`an event of ${plan.entity.name} leads to the record that a pass reads`, async (gateway) => {
        await filled(gateway);
        await leadsToRecord(gateway, plan);
      }),
    ),
    // Children go before their parents.
    ...plans.toReversed().map((plan) =>
      check(`an event of ${plan.entity.name} that is gone removes it from the copy`, async (gateway) => {
        await filled(gateway);
        await removesRecord(gateway, plan);
      }),
    ),
  ];
}

function areSigned(gateway: TestGateway, { entity }: EntityPlan): void {
  const { connector, sandbox } = gateway;
  const signature = connector.events?.signature;
  const secret = sandbox.eventSecret(connector.id);
  const all = kinds.flatMap((kind) => eventsOf(gateway, kind));
  const own = all.filter((event) => hintsOf(connector, event).some((hint) => hint.entity === entity.name));
  require(own.length > 0, () =>
    `no event that the sandbox sends for any record leads to ${entity.name}: look at events of the sandbox and hints, or remove it from events.entities.`);
  if (signature === undefined || signature.kind === 'url') return;
  const now = Date.now();
  const [event] = own as [EventRequest];
  const accepts = (changed: Partial<EventRequest>, time = now) =>
    verifyEvent(signature, { ...event, ...changed }, secret ?? '', time);
  require(accepts({}), () => `the signature of ${shown(event.headers)} is not accepted.`);
  require(!accepts({ headers: {} }), () => 'an event without a signature is accepted.');
  const tampered = Buffer.concat([event.body, Buffer.from(' ')]);
  require(!accepts({ body: tampered }), () => 'an event with another body is accepted: the signature must be over it.');
  const isTimed = signature.timestamp !== null;
  require(!isTimed || !accepts({}, now + 2 * day), () => 'an event that was signed two days ago is accepted.');
}

// Any entity may have events that lead to this one.
function eventsOf({ connector, sandbox }: TestGateway, kind: Kind): readonly EventRequest[] {
  return connector.entities.flatMap(({ name }) =>
    sandbox.records(connector.id, name).flatMap((record) => {
      return sandbox.eventOf(connector.id, name, kind, record, url) ?? [];
    }),
  );
}

function hintsOf({ events }: Connector, event: EventRequest): readonly EventHint[] {
  const hints = events?.hints(readEvent(event, JSON.parse)) ?? [];
  const strange = hints.find(({ entity }) => !events?.entities.includes(entity));
  require(strange === undefined, () => `an event leads to ${strange?.entity}, which is not one of events.entities.`);
  return hints;
}

/** The hints about the entity in the event of one of its records, but for those without a record, which only want a pass. */
function ownHints({ connector, sandbox }: TestGateway, { entity }: EntityPlan, kind: Kind, record: Row) {
  const event = sandbox.eventOf(connector.id, entity.name, kind, record, url);
  const hints = event === undefined ? [] : hintsOf(connector, event);
  return hints.filter((hint) => hint.entity === entity.name && hint.params !== undefined);
}

async function leadsToRecord(gateway: TestGateway, plan: EntityPlan): Promise<void> {
  const { entity } = plan;
  const before = await documentsOf(gateway, plan);
  const record = someRecord(gateway, plan, before);
  const hints = record === undefined ? [] : ownHints(gateway, plan, 'changed', record);
  if (record === undefined || hints.length === 0) return;
  for (const hint of hints) await follows(gateway, hint);
  const after = await documentsOf(gateway, plan);
  const name = vendorKey(entity, record);
  require(after.get(name) === before.get(name), () =>
    `because of an event, ${name} of ${entity.name} was stored as ${after.get(name)} instead of ${before.get(name)}: does get answer another shape than the list?`);
  require(after.size === before.size, () => `an event about ${name} of ${entity.name} stored another record.`);
}

async function removesRecord(gateway: TestGateway, plan: EntityPlan): Promise<void> {
  const { connector, sandbox } = gateway;
  const { entity } = plan;
  const record = someRecord(gateway, plan, await documentsOf(gateway, plan));
  const hints = record === undefined ? [] : ownHints(gateway, plan, 'removed', record);
  if (record === undefined || hints.length === 0) return;
  sandbox.remove(connector.id, entity.name, record);
  for (const hint of hints) await follows(gateway, hint);
  const name = vendorKey(entity, record);
  require(!(await documentsOf(gateway, plan)).has(name), () =>
    `${name} of ${entity.name} is still in the copy after the event that it is gone: is its key among the parameters, or in key?`);
}

async function follows(gateway: TestGateway, hint: EventHint): Promise<void> {
  const outcome = await gateway.follow(hint);
  require(outcome === 'applied', () =>
    `the hint ${shown(hint)} could not be followed (${outcome}): params must be those of get and of the partition.`);
}

// The last one: settings and other records name the first ones.
function someRecord({ connector, sandbox }: TestGateway, { entity }: EntityPlan, stored: ReadonlyMap<string, string>) {
  return sandbox.records(connector.id, entity.name).findLast((record) => stored.has(vendorKey(entity, record)));
}

async function documentsOf(gateway: TestGateway, plan: EntityPlan): Promise<ReadonlyMap<string, string>> {
  const records = await gateway.stored(plan);
  return new Map(records.map((record) => [storedKey(plan.entity, record), JSON.stringify(record.document)]));
}

const patience = 60_000;

/** A created webhook must be in the list, with its URL and topic at the declared paths, until it is deleted. */
export function eventRegistrationChecks({ events }: Connector): readonly ConformanceCheck[] {
  const registration = events?.registration;
  if (events === undefined || registration === undefined) return [];
  const source = secretSourceOf(registration, events.signature);
  const run = (gateway: TestGateway) =>
    isRegistered(gateway, registration, source === 'gateway' ? 'made up' : undefined);
  return [{ group: 'events', name: 'a webhook is listed from its creation until it is deleted', run }];
}

async function isRegistered(gateway: TestGateway, registration: EventRegistration, secret: string | undefined) {
  const { topics, secretAt, secretBy } = registration;
  const signal = AbortSignal.timeout(patience);
  const webhooks = await gateway.webhooks();
  const place = placeOf(gateway, registration);
  const topic = topics?.all[0];
  const given = { ...place, url, ...(secret !== undefined && { secret }), ...(topic !== undefined && { topic }) };
  const created = await webhooks.create(given, signal);
  const holder = await webhooks.secretHolder(created, place, signal);
  const said = secretAt === undefined ? undefined : valueAt(holder, secretAt);
  require(secretAt === undefined || said === gateway.sandbox.eventSecret(gateway.connector.id), () =>
    `${secretBy ?? 'create'} returns no secret at ${secretAt}, but ${shown(holder)}: does its result lack the field?`);
  const isOurs = (webhook: RawValue) =>
    valueAt(webhook, registration.url) === url && (topics === undefined || valueAt(webhook, topics.at) === topic);
  const own = (await webhooks.list(place, signal)).filter(isOurs);
  require(own.length === 1, () =>
    `${own.length} webhooks with the URL are listed at ${registration.url}${topics ? ` and the topic at ${topics.at}` : ''} after one was created.`);
  await webhooks.delete(own[0], place, signal);
  require(!(await webhooks.list(place, signal)).some(isOurs), () => 'a deleted webhook is still listed.');
}

function placeOf({ connector, sandbox }: TestGateway, { each }: EventRegistration) {
  if (each === undefined) return {};
  const [record] = sandbox.records(connector.id, each.entity);
  const via = connector.entities.find(({ name }) => name === each.entity)?.sync?.via;
  const read = via === undefined ? {} : sandbox.example(connector.id, each.entity, via as DirectActionName);
  return Object.fromEntries([
    ...(each.partition ?? []).map((name) => [name, read[name]]),
    ...Object.entries(each.params).map(([name, path]) => [name, valueAt(record, path)]),
  ]);
}
