import { type Connector, type Entity, type OwnFields, type RawValue, valueAt } from '@connectory/connector-sdk';
import type { FoundField } from '@connectory/connector-sdk/engine';
import { canHaveOwnFields, type OwnContent } from '@connectory/core';
import type { LoggedRequest } from '@connectory/sandbox';
import { type ConformanceCheck, require, shown } from '../conformance-check.ts';
import { jsonOf, type Outcome, type TestGateway } from '../test-gateway.ts';
import { succeeded } from './actions.ts';
import { comparable, fitsType, isNumeric, isOrdered, textOrder } from './own-values.ts';
import { requireNoError } from './search-and-sync.ts';

type Row = Readonly<Record<string, unknown>>;

/** What a full pass discovered, and the copies of the entities with own fields. */
interface Discovery {
  readonly content: OwnContent;
  readonly connector: Connector;
  readonly copies: ReadonlyMap<string, readonly Row[]>;
}

/** The discovery after definitions were removed at the vendor. */
interface Disappearance extends Discovery {
  /** Names of the fields whose definitions were removed, by entity. */
  readonly removed: ReadonlyMap<string, readonly string[]>;
  readonly removedEntity: string | undefined;
  readonly requests: readonly LoggedRequest[];
}

/**
 * What accounts add must be discovered, copied with values of the discovered types, and found by searches; what the vendor removes must be
 * reported. The checks share two full passes: one before and one after a definition of each entity was removed.
 */
export function ownFieldChecks(connector: Connector): readonly ConformanceCheck[] {
  if (!canHaveOwnFields(connector)) return [];
  const first = new WeakMap<TestGateway, Promise<Discovery>>();
  const second = new WeakMap<TestGateway, Promise<Disappearance>>();
  const found = (gateway: TestGateway) => {
    const made = first.get(gateway) ?? discover(gateway);
    first.set(gateway, made);
    return made;
  };
  const after = (gateway: TestGateway) => {
    const made = second.get(gateway) ?? found(gateway).then((before) => removeDefinitions(gateway, before));
    second.set(gateway, made);
    return made;
  };
  const extended = connector.entities.flatMap(({ name, ownFields }) =>
    ownFields === undefined ? [] : [{ name, ownFields }],
  );
  const checks: (readonly [name: string, run: (gateway: TestGateway) => Promise<void>])[] = extended.flatMap(
    ({ name }) => [
      [`own fields of ${name} are discovered`, async (gateway) => hasFields(name, await found(gateway))],
      [`own fields of ${name} are copied`, async (gateway) => hasValues(name, await found(gateway))],
      [
        `own fields of ${name} are searched and sorted by their types`,
        async (gateway) => areSearched(gateway, name, await found(gateway)),
      ],
      [
        `own fields of ${name} are grouped and summed by their types`,
        async (gateway) => areAggregated(gateway, name, await found(gateway)),
      ],
      [`a misspelt own field of ${name} is reported`, async (gateway) => warns(gateway, name, await found(gateway))],
    ],
  );
  if (connector.ownEntities !== undefined) {
    checks.push([
      'own entities are discovered, copied and searched',
      async (gateway) => hasEntities(gateway, connector, await found(gateway)),
    ]);
  }
  for (const { name } of extended.filter(({ ownFields }) => !isSampled(ownFields))) {
    checks.push([
      `own fields of ${name} that the vendor removes are reported`,
      async (gateway) => disappear(gateway, name, await after(gateway)),
    ]);
  }
  if (connector.ownEntities !== undefined) {
    checks.push([
      'an own entity that the vendor removes is reported',
      async (gateway) => losesEntity(await after(gateway)),
    ]);
  }
  return checks.map(([name, run]) => ({ group: 'own fields', name, run }));
}

async function discover(gateway: TestGateway): Promise<Discovery> {
  await gateway.synchronize({ full: true });
  requireNoError(gateway);
  const [content, connector] = [await gateway.ownContent(), await gateway.ownConnector()];
  const copies = new Map<string, readonly Row[]>();
  for (const { name, ownFields } of connector.entities) {
    if (ownFields !== undefined) copies.set(name, await search(gateway, name, {}));
  }
  return { content, connector, copies };
}

async function search(gateway: TestGateway, entity: string, query: object): Promise<readonly Row[]> {
  const outcome = await searched(gateway, entity, query);
  return jsonOf(succeeded(outcome, `a search of ${entity} with ${shown(query)}`)) as Row[];
}

// What a sample of records lacks may be in others.
const isSampled = ({ reads }: OwnFields) => reads.some(({ pages }) => pages !== undefined);

const searched = (gateway: TestGateway, entity: string, query: object): Promise<Outcome> =>
  gateway.execute({ entity, action: 'context_store_search', params: { query, limit: 10_000 } });

function ownFieldsOf({ connector }: Discovery, name: string): OwnFields & { readonly entity: Entity } {
  const entity = connector.entities.find((one) => one.name === name);
  require(entity?.ownFields !== undefined, () => `${name} has no own fields.`);
  return { ...entity.ownFields, entity };
}

// Fields that are copied only by choice have no values.
const copiedFields = ({ content }: Discovery, name: string): readonly FoundField[] =>
  (content.fields[name] ?? []).filter(({ byChoice }) => !byChoice);

function hasFields(name: string, discovery: Discovery): void {
  const failed = discovery.content.failed.find(({ entity }) => entity === name);
  require(failed === undefined, () => `the own fields of ${name} cannot be read: ${failed?.message}`);
  const fields = copiedFields(discovery, name);
  require(fields.length > 0, () =>
    `no own field of ${name} is found: plant definitions in the sandbox, and look at reads and fields of ownFields.`);
  const { at, values, entity } = ownFieldsOf(discovery, name);
  const declared = values === undefined ? declaredMembers(discovery, entity.name, at) : [];
  const known = fields.find((field) => declared.includes(field.name));
  require(known === undefined, () => `${known?.name} of ${name} is a field of the record: leave it out of ownFields.`);
  const unnamed = fields.find(({ label }) => label === '');
  require(unnamed === undefined, () => `the own field ${unnamed?.name} of ${name} has no label.`);
}

// Of the connector as it is declared: the extended record has the own fields as well.
function declaredMembers({ connector }: Discovery, name: string, at: string): readonly string[] {
  const { search: plan } = connector.entities.find((one) => one.name === name) ?? {};
  const prefix = `${at}.`;
  return (plan?.fields ?? []).flatMap((field) => (field.startsWith(prefix) ? [field.slice(prefix.length)] : []));
}

/** The values of a field in the copy, null where a record has none. */
const valuesOf = ({ copies }: Discovery, name: string, at: string, field: FoundField): readonly unknown[] =>
  (copies.get(name) ?? []).map((row) => valueAt(row[at] as RawValue, field.name) ?? null);

function hasValues(name: string, discovery: Discovery): void {
  const { at } = ownFieldsOf(discovery, name);
  for (const field of copiedFields(discovery, name)) {
    const values = valuesOf(discovery, name, at, field).filter((value) => value !== null);
    require(values.length > 0, () =>
      `no record of the copy of ${name} has a value of ${at}.${field.name}: is it requested, and does the sandbox have one?`);
    const strange = values.find((value) => !fitsType(field, value));
    require(strange === undefined, () =>
      `${at}.${field.name} of ${name} is declared ${shown({ type: field.type, format: field.format, options: field.options?.map(({ value }) => value) })} and has the value ${shown(strange)}.`);
  }
}

async function areSearched(gateway: TestGateway, name: string, discovery: Discovery): Promise<void> {
  const { at } = ownFieldsOf(discovery, name);
  for (const field of copiedFields(discovery, name)) {
    const path = `${at}.${field.name}`;
    const values = valuesOf(discovery, name, at, field).filter((value) => value !== null);
    for (const { filter, isMatch } of filtersOf(field, values)) {
      const rows = await search(gateway, name, { filter: onPath(filter, path) });
      const wanted = values.filter(isMatch).length;
      require(rows.length === wanted, () =>
        `a search of ${name} for ${shown(onPath(filter, path))} finds ${rows.length} records; ${wanted} match.`);
    }
    if (!isSortable(field)) continue;
    const rows = await search(gateway, name, { sort: [{ [path]: 'asc' }] });
    const sorted = rows.map((row) => valueAt(row[at] as RawValue, field.name) ?? null);
    const order = sorted.filter((value) => value !== null).map((value) => comparable(field, value));
    const isInOrder = order.every((value, index) => index === 0 || textOrder(order[index - 1], value) <= 0);
    require(isInOrder && sorted.slice(order.length).every((value) => value === null), () =>
      `${name} sorted by ${path} is not in the order of its type: ${shown(sorted)}`);
  }
}

async function areAggregated(gateway: TestGateway, name: string, discovery: Discovery): Promise<void> {
  const { at } = ownFieldsOf(discovery, name);
  for (const field of copiedFields(discovery, name).filter(isSortable)) {
    const path = `${at}.${field.name}`;
    const values = valuesOf(discovery, name, at, field);
    const different = new Set(values.map((value) => (value === null ? null : comparable(field, value))));
    const byValue = { group_by: [path], values: { records: { count: '*' } } };
    const groups = await search(gateway, name, { aggregate: byValue });
    const counted = groups.reduce((sum, { records }) => sum + Number(records), 0);
    require(groups.length === different.size && counted === values.length, () =>
      `${values.length} ${name} with ${different.size} values of ${path} are grouped as ${shown(groups)}`);
    if (!isNumeric(field)) continue;
    const wanted = values.reduce<number>((sum, value) => sum + Number(value), 0);
    const [row] = await search(gateway, name, { aggregate: { values: { sum: { sum: path } } } });
    // Sums of the gateway are exact, those here are not.
    require(Math.abs(Number(row?.sum) - wanted) <= Math.abs(wanted) * 1e-9, () =>
      `the sum of ${path} of ${name} is ${shown(row?.sum)} instead of ${wanted}.`);
  }
}

interface Filter {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly isMatch: (value: unknown) => boolean;
}

// Equal to one of the values, and greater than the middle one, so that another order than that of the type is noticed.
function filtersOf(field: FoundField, values: readonly unknown[]): readonly Filter[] {
  if (field.type === 'array') {
    const [element] = values.flatMap((value) => value as readonly unknown[]).filter((one) => typeof one !== 'object');
    const isMatch = (value: unknown) => (value as readonly unknown[]).includes(element);
    return element === undefined ? [] : [{ filter: { contains: element }, isMatch }];
  }
  const scalars = values.filter((value) => typeof value !== 'object');
  const order = (one: unknown, other: unknown) => textOrder(comparable(field, one), comparable(field, other));
  const middle = scalars.toSorted(order)[Math.floor(scalars.length / 2)];
  if (middle === undefined) return [];
  return [
    { filter: { eq: middle }, isMatch: (value) => order(value, middle) === 0 },
    ...(isOrdered(field) ? [{ filter: { gt: middle }, isMatch: (value: unknown) => order(value, middle) > 0 }] : []),
  ];
}

const onPath = (filter: Filter['filter'], path: string) =>
  Object.fromEntries(Object.entries(filter).map(([operator, operand]) => [operator, { [path]: operand }]));

const isSortable = ({ type }: FoundField) => !['array', 'object', 'any'].includes(type);

async function warns(gateway: TestGateway, name: string, discovery: Discovery): Promise<void> {
  const { at } = ownFieldsOf(discovery, name);
  const [field] = copiedFields(discovery, name);
  const path = `${at}.${field?.name}`;
  const outcome = await searched(gateway, name, { filter: { eq: { [`${path}x`]: 'x' } } });
  const result = succeeded(outcome, `a search of ${name} by a field that there is not`);
  const { warnings = [] } = result.kind === 'records' ? (result.meta as { readonly warnings?: readonly string[] }) : {};
  require(warnings.some((warning) => warning.includes(`${path}x. Did you mean ${path}?`)), () =>
    `a search of ${name} by ${path}x does not ask whether ${path} is meant; its warnings: ${shown(warnings)}`);
}

async function hasEntities(gateway: TestGateway, declared: Connector, discovery: Discovery): Promise<void> {
  const failed = discovery.content.failed.find(({ entity }) => entity === '');
  require(failed === undefined, () => `the own entities cannot be read: ${failed?.message}`);
  const own = discovery.connector.entities.filter(
    ({ name }) => !declared.entities.some((entity) => entity.name === name),
  );
  const filled = own.filter(({ name }) => (discovery.copies.get(name) ?? []).length > 0);
  require(filled.length > 0, () =>
    `no own entity with records is found: plant definitions in the sandbox, and look at ownEntities.`);
  for (const { name, actions, ownFields } of filled) {
    if (actions.list !== undefined)
      succeeded(await gateway.execute({ entity: name, action: 'list', params: {} }), name);
    if (ownFields === undefined) continue;
    hasFields(name, discovery);
    hasValues(name, discovery);
    await areSearched(gateway, name, discovery);
    await areAggregated(gateway, name, discovery);
    await warns(gateway, name, discovery);
  }
}

async function removeDefinitions(gateway: TestGateway, before: Discovery): Promise<Disappearance> {
  const { id, ownEntities, entities } = gateway.connector;
  const listed = entities.filter(({ ownFields }) => ownFields !== undefined && !isSampled(ownFields));
  for (const entity of listed) {
    const found = definitionsOf(gateway, before, entity);
    // Several entities may share a definition.
    if (found.missing.length > 0) continue;
    const counts = found.names.map((name) => found.declaring.filter(({ fields }) => fields.includes(name)));
    const [fewest = []] = counts.toSorted((one, other) => one.length - other.length);
    for (const { record, read } of fewest) gateway.sandbox.remove(id, read, record);
  }
  const removed = new Map(listed.map((entity) => [entity.name, definitionsOf(gateway, before, entity).missing]));
  const kept = before.content.entities[0]?.kept;
  const [read] = ownEntities?.reads ?? [];
  const definition =
    read &&
    gateway.sandbox
      .records(id, read.entity)
      .find((record) => valueAt(ownEntities?.keep(record) as RawValue, 'name') === valueAt(kept as RawValue, 'name'));
  if (read !== undefined && definition !== undefined) gateway.sandbox.remove(id, read.entity, definition);
  let discovery = before;
  const requests = await gateway.arrivalsDuring(async () => {
    discovery = await discover(gateway);
  });
  const removedEntity = definition && kept && ownEntities?.entity(kept).name;
  return { ...discovery, removed, removedEntity, requests };
}

/** The found fields of an entity, the simulated vendor's records that declare some of them, and those that none declares. */
function definitionsOf(gateway: TestGateway, discovery: Discovery, { name, ownFields }: Entity) {
  const names = copiedFields(discovery, name).map((field) => field.name);
  const rows = (ownFields?.reads ?? []).flatMap(({ entity: read }) =>
    gateway.sandbox.records(gateway.connector.id, read).map((record) => ({ read, record })),
  );
  const all = rows.map(({ record }) => record);
  const declaring = rows.map(({ read, record }) => {
    const declared = ownFields?.fields(record, all).map((field) => field.name) ?? [];
    return { read, record, fields: declared.filter((field) => names.includes(field)) };
  });
  const missing = names.filter((field) => !declaring.some(({ fields }) => fields.includes(field)));
  return { names, declaring, missing };
}

async function disappear(gateway: TestGateway, name: string, after: Disappearance): Promise<void> {
  const removed = after.removed.get(name) ?? [];
  require(removed.length > 0, () =>
    `no definition of an own field of ${name} can be removed: its records are to be what reads of ownFields lists.`);
  for (const { name: field, goneAt } of after.content.fields[name] ?? []) {
    const isRemoved = removed.includes(field);
    require((goneAt !== null) === isRemoved, () =>
      `the own field ${field} of ${name} is ${isRemoved ? 'not reported as gone' : 'reported as gone, and the vendor has it'}.`);
  }
  const { at, request, entity } = ownFieldsOf(after, name);
  for (const field of removed) await search(gateway, name, { filter: { eq: { [`${at}.${field}`]: null } } });
  if (request === undefined) return;
  const asked = after.requests.filter(({ meant }) => meant?.entity === name && meant.action === entity.sync?.via);
  const requested = asked.flatMap(({ meant }) => String(meant?.params[request.param] ?? '').split(','));
  const still = removed.find((field) => requested.includes(field));
  require(still === undefined, () => `${still} of ${name} is still requested although it is gone.`);
}

function losesEntity({ content, connector, removedEntity }: Disappearance): void {
  require(removedEntity !== undefined, () => 'the definition of no own entity can be removed in the sandbox.');
  const gone = content.entities.filter(({ goneAt }) => goneAt !== null);
  require(gone.length === 1, () => `${gone.length} own entities are reported as gone; one was removed.`);
  const isLeft = connector.entities.some(({ name }) => name === removedEntity);
  require(!isLeft, () => `${removedEntity} is still an entity of the connection although it is gone.`);
}
