import {
  type Action,
  type Connector,
  type ConnectorEvents,
  defineUpstream,
  type Entity,
  fromBody,
  fromLink,
  type Paging,
  page,
  type RawValue,
  type UpstreamDefinition,
} from '@connectory/connector-sdk';
import {
  type DirectActionName,
  directActions,
  type ParsedRoute,
  type PlainRequest,
  restRequest,
  withParamTypes,
} from '@connectory/connector-sdk/engine';
import { RE2JS } from 're2js';
import type { z } from 'zod';
import { checkPlain } from './check-request.ts';
import type { ActionData, ConnectorData, EntityData, EventsData } from './connector-data.ts';
import type { PluginWorker } from './plugin-worker.ts';
import { notHere, RemoteFields, type RemoteSearch, remoteAction, remoteEvents, remoteSettings } from './remote-code.ts';
import { reviveObject, reviveSchema } from './revive-schema.ts';

const maxPlacesInSegment = 3;
const maxExpression = 1_000;
const gatewaySettings = ['base_url', 'api_version'];

/**
 * Creates a connector from the description of its interpreter: a normal declaration whose functions run in that interpreter. Throws a `TypeError`
 * for invalid data; the registry checks whether the declaration is valid.
 */
export function reviveConnector(data: ConnectorData, worker: PluginWorker): Connector {
  const { declared, upstream, settings, hasSettingRules, entities, events } = data;
  const own = reviveObject(settings).shape;
  const named = Object.entries(own).filter(([name]) => !gatewaySettings.includes(name));
  const rest = {
    ...upstream,
    places: mapped(upstream.places ?? {}, revivePlace),
    settings: reviveObject({ kind: 'object', shape: {}, rest: 'dropped' }).extend(Object.fromEntries(named)),
  };
  const revived = defineUpstream(rest as unknown as UpstreamDefinition);
  return Object.freeze({
    ...(declared as unknown as Connector),
    upstream: hasSettingRules
      ? Object.freeze({ ...revived, remote: remoteSettings(worker, revived.settings) })
      : revived,
    entities: entities.map((entity) => reviveEntity(entity, String(declared.id), worker)),
    ...(events && { events: reviveEvents(events, String(declared.id), worker) }),
  });
}

// The credential must not enter the interpreter, and an expression of a plugin could take forever in the engine of the gateway.
function revivePlace(value: RawValue): RawValue {
  if (typeof value?.match !== 'string') return value;
  if (value.match.length > maxExpression)
    throw new TypeError(`the expression of a credential is longer than ${maxExpression}`);
  let expression: RE2JS;
  try {
    expression = RE2JS.compile(value.match);
  } catch {
    throw new TypeError(`the expression ${value.match} of a credential has more than linear expressions (RE2) have`);
  }
  if (expression.groupCount() === 0) throw new TypeError(`the expression ${value.match} of a credential has no group`);
  const find = (text: string) => {
    const found = expression.matcher(text);
    return found.find() ? (found.group(1) ?? undefined) : undefined;
  };
  return { ...value, find };
}

function reviveEvents(
  { declared, responsesHandshakes, registration }: EventsData,
  connector: string,
  worker: PluginWorker,
): ConnectorEvents {
  const webhooks = registration && reviveEntity(registration.webhooks, connector, worker);
  return Object.freeze({
    ...declared,
    ...(registration && { registration: { ...registration, webhooks } }),
    hints: notHere,
    remote: remoteEvents(worker, responsesHandshakes),
  });
}

function reviveEntity(data: EntityData, connector: string, worker: PluginWorker): Entity {
  const { declared, record, actions, search, sync } = data;
  const name = String(declared.name);
  const revived = directActions.flatMap((action) => {
    const described = Object.hasOwn(actions, action) ? actions[action] : undefined;
    return described === undefined ? [] : [[action, reviveAction(described, name, action, worker)] as const];
  });
  return Object.freeze({
    ...declared,
    record: reviveObject(record),
    actions: Object.freeze(Object.fromEntries(revived)),
    search: search && reviveSearch(search, new RemoteFields(worker, connector, name)),
    sync,
  });
}

function reviveSearch(
  { title, link, get, fields, beyondContract, derived }: NonNullable<EntityData['search']>,
  remote: RemoteFields,
): RemoteSearch {
  const computed = Object.values(derived).some(({ isComputed }) => isComputed);
  return {
    ...(title !== undefined && { title }),
    ...(link !== undefined && { link }),
    ...(get !== undefined && { get }),
    fields,
    ...(beyondContract !== undefined && { beyondContract }),
    derived: mapped(derived, ({ type, declared, isComputed }, name) => ({
      ...declared,
      type: reviveSchema(type),
      ...(isComputed && { from: (record: RawValue) => remote.value(record, name) }),
    })),
    ...(computed && { prepare: (records: readonly RawValue[]) => remote.prepare(records) }),
  };
}

function reviveAction(data: ActionData, entity: string, action: DirectActionName, worker: PluginWorker): Action {
  const { declared, plain, syncOnly, result, hasRules, shapesRows } = data;
  const routes = declared.routes.map(({ method, path }: RawValue) => requireSimpleRoute(String(method), String(path)));
  const params = reviveObject(data.params);
  const pagination = revivePagination(data, params);
  const { paging } = pagination;
  // A purely declared action needs no code of the plugin.
  const isPlain = plain !== undefined && !hasRules;
  const request = isPlain ? plainRequest({ routes, paging }, checkPlain(plain)) : notHere;
  const parts = { shapesRows, request: !isPlain, page: shapesRows || !pagination.isPlain };
  const code = remoteAction(worker, { entity, action }, params, parts);
  return Object.freeze({
    ...declared,
    routes,
    params,
    ...(syncOnly && { syncOnly: reviveObject(syncOnly) }),
    ...(result && { result: reviveObject(result) }),
    paging,
    meta: pagination.meta,
    request,
    ...(code && { remote: code }),
  });
}

const plainRequest = (action: Pick<Action, 'routes' | 'paging'>, plain: PlainRequest) => (values: RawValue) =>
  restRequest(action, plain, values);

interface Pagination extends Pick<Action, 'paging' | 'meta'> {
  readonly isPlain: boolean;
}

function revivePagination({ paging, meta }: ActionData, params: z.ZodObject): Pagination {
  let isPlain = true;
  const remoteThen = <Value>(value: Value) => {
    isPlain = false;
    return value;
  };
  const fields = mapped(meta, ({ type: data, reads, at }) => {
    const type = reviveSchema(data);
    if (typeof at?.body === 'string') return fromBody(at.body, type);
    if (typeof at?.link === 'string') return fromLink(at.link);
    return remoteThen({ type, reads, read: notHere });
  });
  const ways: Readonly<Record<string, (options: RawValue) => Paging>> = page;
  const { by, ...declared } = paging ?? {};
  const way = by !== undefined && Object.hasOwn(ways, by.way) ? ways[by.way] : undefined;
  const next = paging === null || way !== undefined ? way?.(by.options).next : remoteThen(notHere);
  const revived = paging === null ? null : ({ ...declared, next } as Paging);
  return { paging: way === undefined ? revived : withParamTypes(revived, params), meta: fields, isPlain };
}

// Routes are matched with regular expressions, which are slow with many placeholders in one segment.
function requireSimpleRoute(method: string, path: string): ParsedRoute {
  const segment = path.split('/').find((part) => part.split('{').length - 1 > maxPlacesInSegment || /\}\{/.test(part));
  if (segment !== undefined) throw new TypeError(`the route ${path} has too many placeholders in one segment`);
  const placeholders = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  return { method: method as ParsedRoute['method'], path, placeholders };
}

const mapped = <Value, Result>(
  members: Readonly<Record<string, Value>>,
  map: (member: Value, name: string) => Result,
) => Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member, name)]));
