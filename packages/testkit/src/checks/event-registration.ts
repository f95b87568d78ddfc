import { type Connector, type EventRegistration, type RawValue, valueAt } from '@connectory/connector-sdk';
import { type DirectActionName, secretSourceOf } from '@connectory/connector-sdk/engine';
import type { ConformanceCheck } from '../conformance-check.ts';
import { require, shown } from '../finding.ts';
import type { TestGateway } from '../test-gateway.ts';

const url = 'https://gateway.example.com/events/a/b';
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
