import { isRead, resultKind, syncParams } from '@connectory/connector-sdk/engine';
import { inferredParams, listRecords, parsed, simulatedValues } from './criteria.ts';
import type { FileStore } from './file-store.ts';
import { fitValue } from './fit-value.ts';
import type { IncomingCall } from './incoming-call.ts';
import { isObject, type JsonObject, setAt } from './json.ts';
import {
  createRecord,
  deleteRecord,
  findRecord,
  type Operation,
  type ParentRecord,
  resultOf,
  updateRecord,
} from './operation.ts';
import { continued, cutPage, type ListPage, listEnvelope } from './pages.ts';
import { boundCriteria } from './parentage.ts';
import { fileUrlPath, rowOf, withFileUrl } from './record-row.ts';
import type { RecordWorld } from './record-world.ts';
import { jsonReply, type Reply, RequestError } from './replies.ts';
import { restBelow, restCriteria } from './rest-criteria.ts';
import type { RoutedAction, RouteMatch } from './rest-routes.ts';
import { type Shape, shapeOf } from './shape.ts';
import type { SimulatedAction } from './simulated-vendor.ts';
import type { Clock } from './times.ts';
import type { ReceivedFile, UploadTargets } from './uploads.ts';
import type { WireValues } from './wire-map.ts';
import { wireMapOf } from './wire-map.ts';

/** What a response needs in addition to the call: records, time and files. */
export interface ResponseContext {
  readonly world: RecordWorld;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly uploads: UploadTargets;
  /** A successful body, with the marks that distinguish it from an error. */
  readonly succeeding: (body: unknown) => unknown;
  /** Records of a page when the call does not say. */
  readonly pageSize: number;
  /** The response to an operation on one record, given its row. */
  readonly responded: (operation: Operation, row: unknown) => unknown;
}

/** The action a call means, with its parameters as a caller of the gateway would write them. */
export interface ResolvedCall {
  readonly routed: RoutedAction;
  readonly params: JsonObject;
}

/**
 * Selects one of the actions that share a route: one that claims the request, whose constant headers match, whose parameters are valid,
 * that leaves the fewest values unexplained, and finally the one with the fewest parameters.
 */
export function resolveRest(matches: RouteMatch, call: IncomingCall): ResolvedCall | undefined {
  const resolved = matches.flatMap(({ routed, path }) => {
    const { action } = routed;
    const wire = { query: call.query, body: action.file?.as === 'raw' ? {} : bodyOf(call) };
    const map = wireMapOf(action);
    const params = continued(action, paramsOf(action, path, wire));
    const responses = matches.length > 1 ? action.simulate?.isMeant?.(parsed(action, params)) : undefined;
    if (responses === false) return [];
    const rank = [
      responses === true ? 0 : 1,
      map.otherHeaders(call.headers),
      syncParams(action).safeParse(params).success ? 0 : 1,
      map.otherConstants(wire),
      map.unexplained(wire),
      countFields(shapeOf(action.params)),
    ];
    return [{ routed, params, rank }];
  });
  const differences = (one: readonly number[], other: readonly number[]) =>
    one.map((value, at) => value - (other[at] ?? 0));
  return resolved.toSorted((one, other) => differences(one.rank, other.rank).find((value) => value !== 0) ?? 0)[0];
}

function countFields(shape: Shape, depth = 0): number {
  if (shape.kind !== 'object' || depth > 4) return 1;
  return [...shape.fields.values()].reduce((sum, field) => sum + countFields(field.shape, depth + 1), 0);
}

function paramsOf(action: SimulatedAction, path: Readonly<Record<string, string>>, wire: WireValues): JsonObject {
  const { fields } = shapeOf(syncParams(action));
  const params = wireMapOf(action).read(wire);
  for (const [name, text] of Object.entries(path)) {
    const shape = fields.get(name)?.shape;
    const fitted = shape === undefined ? undefined : fitValue(shape, text);
    params[name] = fitted?.fits === true ? fitted.value : text;
  }
  return params;
}

const bodyOf = ({ body }: IncomingCall): JsonObject => ('value' in body ? body.value : {});

/** Executes a REST call. Throws a `RequestError` if the vendor would reject it. */
export function responseRest({ routed, params }: ResolvedCall, call: IncomingCall, context: ResponseContext): Reply {
  const { action, entity, name } = routed;
  checkBody(action, call);
  const operation = { ...operationOf(routed, params, call, context), file: fileOf(action, params, call, context) };
  const { collection } = operation;
  const urlPath = fileUrlPath(entity);
  const rowFor = (record: JsonObject) => {
    const row = rowOf(action, record, params);
    const key = collection.keyOf(record);
    if (urlPath === undefined || key === undefined) return row;
    return withFileUrl(row, urlPath, context.files.urlOf(call.baseUrl, entity.name, key));
  };
  if (resultKind(name) === 'records' || action.match !== undefined) {
    const all = resultKind(name) === 'records' ? listed(operation) : matched(operation, context.clock);
    // A list from which one record is picked has all of them.
    const paged = resultKind(name) === 'records' ? action : { ...action, paging: null };
    const page = cutPage(all, paged, params, context.pageSize);
    const rows = page.records.map((record) => rowFor(resultOf(operation, record)));
    const { body, headers } = listEnvelope(paged, page, rows, (value) => pageUrl(paged, call, page, value));
    return jsonReply(200, context.succeeding(body), headers);
  }
  if (name === 'download' && action.fileAt === undefined) {
    const record = findRecord(collection, operation.criteria, entity);
    return context.files.response(record, `${entity.name}/${collection.keyOf(record) ?? JSON.stringify(record)}`, call);
  }
  const record = perform(operation, context.clock);
  if (operation.file !== undefined) context.files.keep(entity.name, collection.keyOf(record), operation.file.bytes);
  const row = context.responded(operation, rowFor(resultOf(operation, record)));
  if (action.idHeader !== undefined && isObject(row)) {
    return { status: 201, headers: { [action.idHeader]: String(row.id) }, body: '' };
  }
  if (action.recordAt === '') return jsonReply(200, context.succeeding(row));
  const body: JsonObject = {};
  setAt(body, action.recordAt, row);
  return jsonReply(200, context.succeeding(body));
}

function fileOf(
  { file: declared }: SimulatedAction,
  params: JsonObject,
  { body, file }: IncomingCall,
  { uploads }: ResponseContext,
): ReceivedFile | undefined {
  if (declared?.as === 'target') return uploads.take(declared.target, params);
  if (declared?.as === 'multipart' && (body.kind !== 'multipart' || file.name === undefined))
    throw new RequestError(400, 'upstream_rejected', 'The form has no file.');
  return declared === undefined ? undefined : file;
}

const listed = ({ collection, criteria, action, params }: Operation) =>
  listRecords(collection, criteria, inferredParams(action, params));

// A record that the caller picks from a list is in the list with all others.
function matched(operation: Operation, clock: Clock): readonly JsonObject[] {
  if (!isRead(operation.name)) return [perform(operation, clock)];
  return listed({ ...operation, criteria: operation.criteria.filter(({ role }) => role !== 'own') });
}

function perform(operation: Operation, clock: Clock): JsonObject {
  switch (operation.name) {
    case 'create':
    case 'upload':
      return createRecord(operation, clock);
    case 'update':
      return updateRecord(operation, clock);
    case 'delete':
      return deleteRecord(operation);
    default:
      return findRecord(operation.collection, operation.criteria, operation.entity);
  }
}

function operationOf(
  routed: RoutedAction,
  params: JsonObject,
  call: IncomingCall,
  { world }: ResponseContext,
): Operation {
  const { entity, name, action, route, segments } = routed;
  const collection = world.collectionOf(entity.name);
  const parent = parentRecord(routed, params, world);
  const guessed = restCriteria(routed, params);
  const criteria = [...guessed, ...(parent === undefined ? [] : restBelow(routed, collection, parent, guessed))];
  if (criteria.length === guessed.length) criteria.push(...boundCriteria(world, entity, name, action, params));
  // The first name is that of the parameter itself.
  const identifying = new Set(criteria.filter(({ role }) => role === 'own').map(({ names }) => names[0]));
  const isValue = (param: string) => !identifying.has(param) && !route.placeholders.includes(param);
  const given = { ...(action.file?.as !== 'raw' && bodyOf(call)), ...params };
  return {
    entity,
    name,
    action,
    collection,
    params,
    criteria,
    values: Object.fromEntries(Object.entries(given).filter(([param]) => isValue(param))),
    simulatedValues: simulatedValues(action, params),
    parent,
    file: undefined,
    verb: segments.at(-1)?.includes('{') ? undefined : segments.at(-1),
  };
}

// The record above must exist, as it must at a vendor.
function parentRecord(
  { route, segments, parent }: RoutedAction,
  params: JsonObject,
  world: RecordWorld,
): ParentRecord | undefined {
  if (parent === undefined) return undefined;
  const places = route.placeholders.slice(0, parent.route.placeholders.length);
  const above = Object.fromEntries(parent.route.placeholders.map((name, index) => [name, params[places[index] ?? '']]));
  const collection = world.collectionOf(parent.entity.name);
  const record = findRecord(collection, restCriteria(parent, above), parent.entity);
  return { record, collection, isResponse: parent.segments.length === segments.length };
}

const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
};

function checkBody(action: SimulatedAction, { body }: IncomingCall): void {
  const { encoding } = wireMapOf(action);
  if (action.file?.as === 'raw') return;
  if (body.kind === 'broken') throw new RequestError(400, 'upstream_rejected', body.reason);
  if (encoding === undefined || body.kind === 'none' || body.kind === encoding) return;
  throw new RequestError(400, 'upstream_rejected', `The body must be sent as ${mediaTypes[encoding]}.`);
}

function pageUrl(
  action: SimulatedAction,
  call: IncomingCall,
  page: ListPage,
  value: string | number | null,
): string | null {
  const { paging } = action;
  if (value === null || paging === null) return null;
  const map = wireMapOf(action);
  const nameOf = (param: string) => map.queryName(param) ?? param;
  const kept = paging.alone === true ? [] : paging.alone?.map(nameOf);
  const search = new URLSearchParams(call.search);
  for (const name of [...search.keys()]) if (kept !== undefined && !kept.includes(name)) search.delete(name);
  search.set(nameOf(page.param ?? paging.param), String(value));
  // The other value in a URL with a cursor is the page number, starting at 0.
  const number = Math.floor(page.start / page.size) + (value === page.previous ? -1 : 1);
  for (const name of Object.values(paging.also ?? {})) search.set(name, String(number));
  return `${call.baseUrl}${call.path}?${search}`;
}
