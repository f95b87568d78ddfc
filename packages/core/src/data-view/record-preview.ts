import type { RawValue } from '@connectory/connector-sdk';
import {
  type EntityLayout,
  type EntityPlan,
  entityPlans,
  getParams,
  type StoredRecord,
} from '@connectory/context-store';
import {
  type Connection,
  type ControlPlane,
  hidesData,
  type Policy,
  policyAllows,
  policyAllowsConnection,
} from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { parseExactly, writeExactly } from '@connectory/exact-json';
import { toGatewayError } from '../errors.ts';
import type { Executor } from '../executor.ts';
import type { ContextCopy } from '../hosted/context-copy.ts';
import { connectorOf, requireInstalled } from '../own-fields/own-connector.ts';
import type { RegisteredConnector, RegisteredEntity, Registry } from '../registry.ts';
import type { ExecuteRequest } from '../request.ts';
import { effectIn, offeredActions, searchAction } from '../resolve-action.ts';
import { viewOf } from './data-views.ts';
import type { EntityView } from './entity-view.ts';
import { withoutRemoteText } from './live-calls.ts';

/** Dependencies of previews of records. */
export interface RecordPreviewParts {
  readonly executor: Pick<Executor, 'execute'>;
  readonly registry: Registry;
  readonly controlPlane: Pick<ControlPlane, 'connections' | 'workspaces'>;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
}

/** Which record to show. */
export interface RecordPreviewRequest extends Pick<ExecuteRequest, 'principal' | 'requestId' | 'via' | 'signal'> {
  /** The policy to preview: it hides whatever that of the principal hides. */
  readonly policy: Policy;
  readonly connection: Connection;
  readonly entity: string;
  /** Values of the partition and the key fields of a record; by default the first that the policy shows. */
  readonly key?: readonly string[] | undefined;
}

/** A record as two policies show it; null for a policy that does not. */
export interface RecordPreview {
  /** As the principal sees it. */
  readonly before: RawValue;
  /** As the previewed policy shows it. */
  readonly after: RawValue;
  /** Why one of them is null. */
  readonly reason: string | null;
}

interface Reading {
  readonly action: 'get' | 'list' | typeof searchAction;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Found {
  readonly reading: Reading;
  readonly record: RawValue;
}

interface Previewed {
  readonly registered: RegisteredConnector;
  readonly entity: RegisteredEntity;
  readonly own: EntityView | undefined;
  readonly view: EntityView | undefined;
}

const pageSize = 25;

/**
 * Reads one record, from the copy where there is one, and shows it by two policies. Throws like `Executor.execute` for the principal; each
 * record that is read leaves an audit entry.
 */
export async function previewRecord(parts: RecordPreviewParts, request: RecordPreviewRequest): Promise<RecordPreview> {
  const { principal, policy, connection } = request;
  const registered = requireInstalled(await connectorOf(parts, connection), connection);
  const entity = readableEntity(registered, request, parts.copy);
  const own = await viewOf(parts, principal.policy, connection, entity);
  own?.requireReadable();
  const view = await viewOf(parts, policy, connection, entity);
  const refusal = refusalOf(view, request, entity, parts.copy);
  const previewed = { registered, entity, own, view };
  const records = refusal === null ? policy.records : principal.policy.records;
  const shown = await firstRecord(parts, request, previewed, records);
  if (typeof shown === 'string') return { before: null, after: null, reason: shown };
  if (shown !== null) return bothOf(shown, previewed, refusal);
  const name = entity.entity.name;
  const hidden =
    policy.records === undefined ? null : await firstRecord(parts, request, previewed, principal.policy.records);
  if (hidden === null || typeof hidden === 'string')
    return { before: null, after: null, reason: `There are no records of ${name}.` };
  const which =
    request.key === undefined ? `No record of ${name} that was looked at matches` : `This record does not match`;
  return bothOf(hidden, previewed, `${which} the conditions of policy.records.`);
}

function readableEntity(
  registered: RegisteredConnector,
  { principal: { policy }, connection, entity }: RecordPreviewRequest,
  copy: ContextCopy | undefined,
): RegisteredEntity {
  const found = registered.entities.get(entity);
  if (found !== undefined && readActions(found, connection, policy, copy).length > 0) return found;
  throw new GatewayError('unknown_entity', `${connection.name} has no entity "${entity}" that you may read.`, {
    errors: [{ field: '/entity', message: 'is not an entity that you may read', error_code: 'unknown_name' }],
  });
}

function readActions(
  registered: RegisteredEntity,
  { connector, name: connection }: Connection,
  policy: Policy,
  copy: ContextCopy | undefined,
): readonly string[] {
  const { name: entity } = registered.entity;
  return offeredActions(registered, copy).filter((action) => {
    const effect = effectIn(registered, action);
    const reads = action === 'get' || action === 'list' || action === 'api_search' || action === searchAction;
    return reads && policyAllows(policy, { connector, connection, entity, action, effect });
  });
}

/** Why a policy shows no record of an entity at all. */
function refusalOf(
  view: EntityView | undefined,
  { policy, connection }: RecordPreviewRequest,
  entity: RegisteredEntity,
  copy: ContextCopy | undefined,
): string | null {
  const { name, connector } = connection;
  if (!policyAllowsConnection(policy, { connector, connection: name }))
    return `The policy does not allow the connection ${name}.`;
  if (readActions(entity, connection, policy, copy).length === 0)
    return `The policy allows no action that reads ${entity.entity.name}.`;
  return view?.isReadable === false ? reasonOf(() => view.requireReadable()) : null;
}

/** The first record that rules for records let through; null if there is none, and why if none can be read. */
async function firstRecord(
  parts: RecordPreviewParts,
  request: RecordPreviewRequest,
  previewed: Previewed,
  records: Policy['records'],
): Promise<Found | string | null> {
  const readings = readingsOf(request, previewed, parts.copy);
  if (readings.length === 0) return cannotRead(previewed.entity, request.key !== undefined);
  const { fields: _shownBelow, personal: _also, detect: _this, records: _given, ...rights } = request.principal.policy;
  const principal = { ...request.principal, policy: { ...rights, ...(records !== undefined && { records }) } };
  for (const [index, reading] of readings.entries()) {
    try {
      const { requestId, via, signal, connection, entity } = request;
      const result = await parts.executor.execute({
        principal,
        connectionId: connection.id,
        body: { entity, ...reading },
        requestId,
        ...(via !== undefined && { via }),
        ...(signal !== undefined && { signal }),
      });
      if (result.kind !== 'records' && result.kind !== 'record')
        throw new TypeError(`${reading.action} returns no records`);
      const read: unknown = parseExactly(result.json.toString('utf8'));
      const record: RawValue = Array.isArray(read) ? read[0] : read;
      return record === undefined || record === null ? null : { reading, record };
    } catch (thrown) {
      const error = toGatewayError(thrown);
      if (error.code === 'record_not_found') return null;
      // The copy may not be ready yet.
      if (error.code === 'context_store_not_ready' && index + 1 < readings.length) continue;
      throw hidesData(request.principal.policy) ? withoutRemoteText(error) : error;
    }
  }
  return null;
}

/** The calls that may read the record, the best first. */
function readingsOf(
  { principal: { policy }, connection, key }: RecordPreviewRequest,
  { registered, entity }: Previewed,
  copy: ContextCopy | undefined,
): readonly Reading[] {
  const allowed = readActions(entity, connection, policy, copy);
  const plan = entityPlans(registered.connector).find((one) => one.entity.name === entity.entity.name);
  const { list, get } = entity.entity.actions;
  const readings: Reading[] = [];
  if (allowed.includes(searchAction) && plan !== undefined) {
    const filter = key === undefined ? {} : filterOf(plan, key);
    if (filter !== null) readings.push({ action: searchAction, params: { query: { filter }, limit: 1 } });
  }
  if (key === undefined) {
    if (list === undefined || !allowed.includes('list')) return readings;
    const size = list.paging?.size;
    const sized = size === undefined ? {} : { [size]: pageSize };
    const params = [sized, {}].find((given) => list.params.safeParse(given).success);
    return params === undefined ? readings : [...readings, { action: 'list', params }];
  }
  if (get === undefined || plan === undefined || !allowed.includes('get')) return readings;
  const params = getParams(plan, { key: JSON.stringify(key), document: {} });
  return params === null ? readings : [...readings, { action: 'get', params }];
}

/** The condition of one record; null if the copy does not have the fields of its key. */
function filterOf({ layout, partitionParams, entity }: EntityPlan, key: readonly string[]): object | null {
  const names = [...partitionParams, ...[entity.key ?? []].flat()];
  const conditions = names.flatMap((name, position) => {
    const field = layout.fields.find((one) => one.name === name);
    const text = key[position];
    return field === undefined || text === undefined ? [] : [{ in: { [name]: valuesOf(field, text) } }];
  });
  return conditions.length < [entity.key ?? []].flat().length || names.length !== key.length
    ? null
    : { and: conditions };
}

// Keys are texts; a field without a type may hold either.
function valuesOf({ type }: EntityLayout['fields'][number], text: string): readonly unknown[] {
  const number: unknown = /^-?\d{1,30}$/.test(text) ? parseExactly(text) : text;
  if (type === 'integer' || type === 'number') return [number];
  return type === 'any' && number !== text ? [text, number] : [text];
}

const cannotRead = ({ entity: { name } }: RegisteredEntity, byKey: boolean): string =>
  byKey
    ? `A record of ${name} cannot be read by its key.`
    : `Records of ${name} cannot be listed without parameters, and there is no copy of them that you may search.`;

function bothOf({ reading, record }: Found, { own, view }: Previewed, refusal: string | null): RecordPreview {
  const shown = (by: EntityView | undefined): RawValue => {
    if (by === undefined) return record;
    if (reading.action === searchAction) return by.document(record as StoredRecord['document']);
    return parseExactly(by.record(Buffer.from(writeExactly(record)), 'get', false).toString('utf8'));
  };
  let before: RawValue = null;
  let after: RawValue = null;
  const reason = reasonOf(() => {
    before = shown(own);
    if (refusal === null) after = shown(view);
  });
  return { before, after, reason: refusal ?? reason };
}

/** Why something is refused; null if it is not. */
function reasonOf(shows: () => void): string | null {
  try {
    shows();
    return null;
  } catch (thrown) {
    if (GatewayError.is(thrown, 'forbidden')) return thrown.message;
    throw thrown;
  }
}
