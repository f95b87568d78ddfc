import type { Action, Entity, RawValue } from '@connectory/connector-sdk';
import { fieldsOfSchema, jsonSchema, makesRecord } from '@connectory/connector-sdk/engine';
import { errorTable, GatewayError } from '@connectory/errors';
import type { RecordsResponse, UpstreamCall, UpstreamClient } from '@connectory/upstream';
import { parseResponse } from '../errors.ts';
import { chosenFields } from '../fields.ts';
import type { DirectAction } from '../resolve-action.ts';
import { type EntityView, hiddenField } from './entity-view.ts';

type Params = Readonly<Record<string, unknown>>;

/**
 * Throws `forbidden` for a read that could find out what a field has that the view hides: with a parameter called like it, with a text that may
 * be a condition on it, or with a field that the caller chooses.
 */
export function requireShownParams(view: EntityView, { name, action, entity }: DirectAction, params: Params): void {
  if (!view.fields.hidesFields) return;
  const isInQuery = action.queryIn !== undefined;
  const chosen = chosenFields(action, params).find(({ names }) => {
    const path = (names.at(-1) ?? '').split('.').map((step) => step.replace(/<.*$/, ''));
    return isInQuery ? !view.fields.isShown(path) : view.fields.isDropped(path);
  });
  if (chosen !== undefined) throw hiddenField(chosen.names[0], chosen.at, 'forbidden');
  if (name !== 'list' && name !== 'api_search' && name !== 'get') return;
  const harmless = harmlessParams(action, entity.entity);
  for (const [param, value] of Object.entries(params)) {
    const path = param.split('.');
    const isField = path[0] !== undefined && Object.hasOwn(entity.entity.record.shape, path[0]);
    if (param === 'fields' || param === action.queryIn) continue;
    const isHidden = isField ? !view.fields.isShown(path) : !harmless.has(param) && mayTest(view, action, param, value);
    if (isHidden) throw hiddenField(param, `/params/${param}`, 'forbidden');
  }
}

/** Whether a parameter that is not called like a field may be a condition on one that is hidden, or order records by it. */
function mayTest({ fields }: EntityView, action: Action, param: string, value: unknown): boolean {
  if (isText(action, param)) return true;
  if (fields.mentions(`${param} ${value}`, 'hidden')) return true;
  // One of some constants may be the field to sort by, or a direction.
  const isOrder = typeof value === 'string' && (/^(asc|desc)/i.test(value) || fields.mentions(value, 'shown'));
  return fields.hidesValues && !isOrder;
}

/** Parameters that name records, pages or fields, and test nothing. */
function harmlessParams(
  { routes, continuation, paging }: Action,
  { actions: { get }, ownFields }: Entity,
): ReadonlySet<string> {
  const { param, alternatives = [], also = {}, size } = paging ?? {};
  return new Set([
    ...[...routes, ...(get?.routes ?? [])].flatMap(({ placeholders }) => placeholders),
    ...(continuation ?? []),
    ...[param, size, ownFields?.request?.param].filter((name) => name !== undefined),
    ...alternatives,
    ...Object.keys(also),
  ]);
}

/** Whether a parameter may be any text. */
function isText({ params }: Action, name: string): boolean {
  const schema = params.shape[name];
  if (schema === undefined) return true;
  const [field] = fieldsOfSchema({ properties: { [name]: jsonSchema(schema) } });
  return field?.holds !== 'value';
}

/** Throws `forbidden` for a file of which something may be hidden, and for a new record that would not exist for the view. Sends nothing. */
export async function requireShownResult(
  view: EntityView,
  { name, entity: { entity } }: DirectAction,
  params: Params,
): Promise<void> {
  if (name === 'download' && (view.fields.hidesFields || view.fields.hidesPersonalData)) {
    throw new GatewayError(
      'forbidden',
      'The policy of this token hides fields or personal data, and what a file contains is not looked at. Use another token for files.',
    );
  }
  if (!makesRecord(name) || (await view.includes(params as RawValue, params))) return;
  throw new GatewayError(
    'forbidden',
    `The policy of this token allows only some ${entity.name}, and this one would not be among them. Set the fields that its condition names.`,
  );
}

/**
 * Throws `record_not_found` for a call on a record that does not exist for the view, and `forbidden` for a change after which it would not, or
 * where that cannot be found out. Reads the record from the upstream before it is changed or its file is sent.
 */
export async function requireExistingRecord(
  upstream: UpstreamClient,
  view: EntityView,
  { name, entity: { entity } }: DirectAction,
  call: UpstreamCall,
): Promise<void> {
  const isOfOne = name === 'update' || name === 'delete' || name === 'download';
  if (view.condition === null || !isOfOne) return;
  const params = call.params as Params;
  const { get } = entity.actions;
  const named = Object.entries(params).filter(([param]) => Object.hasOwn(get?.params.shape ?? {}, param));
  const known = get?.params.safeParse(Object.fromEntries(named));
  if (get === undefined || known?.success !== true) {
    throw new GatewayError(
      'forbidden',
      `The policy of this token allows only some ${entity.name}, and whether this is one of them cannot be found out, because it cannot be read by these parameters.`,
    );
  }
  const { idempotencyKey: _ofTheWrite, file: _alsoNot, range: _norThis, ...read } = call;
  const { json } = await upstream.record({ ...read, name: 'get', action: get, params: known.data });
  const record = parseResponse(json, 'get');
  if (!(await view.includes(record, known.data))) throw missingRecord();
  if (name !== 'update' || (await view.includes({ ...Object(record), ...params }, params))) return;
  throw new GatewayError(
    'forbidden',
    `The policy of this token allows only some ${entity.name}, and after this change the record would not be among them.`,
  );
}

/** What is shown of the record that a call returned. Throws `record_not_found` for one that does not exist for the view. */
export async function recordShown(
  view: EntityView | undefined,
  { name }: DirectAction,
  params: Params,
  json: Buffer,
): Promise<Buffer> {
  if (view === undefined) return json;
  const isWrite = name !== 'get';
  if (!isWrite && view.condition !== null && !(await view.includes(parseResponse(json, name), params)))
    throw missingRecord();
  return view.record(json, name, isWrite);
}

/** What is shown of the records that a call returned, without what else the upstream said of them, such as a total. */
export async function recordsShown(
  view: EntityView,
  { name, action }: DirectAction,
  params: Params,
  response: RecordsResponse,
): Promise<RecordsResponse> {
  const shown = await view.records(response, name, params);
  const meta = Object.entries(response.meta).filter(([name]) => saysNothingOfRecords.has(name));
  return {
    ...response,
    ...shown,
    meta: Object.fromEntries(meta),
    nextParams: view.sealedPage(action, response.nextParams),
  };
}

const saysNothingOfRecords: ReadonlySet<string> = new Set(['has_more', 'upstream_capped_at']);

// The same whether the upstream has no such record, or the policy hides it.
const missingRecord = () =>
  new GatewayError('record_not_found', 'There is no record with that identifier that this token may see.');

/** An error without what the upstream said, which may have any field of any record. */
export function withoutRemoteText(error: GatewayError): GatewayError {
  const { code, upstream, retryable, retryAfterSeconds, outcome } = error;
  if (code === 'record_not_found') return missingRecord();
  // What a connector says of a response may repeat it.
  if (upstream === undefined && !code.startsWith('upstream_')) return error;
  const message = `${errorTable[code].sentence} What it said is not shown, because the policy of this token hides data.`;
  return new GatewayError(code, message, {
    retryable,
    ...(upstream !== undefined && { upstream: { status: upstream.status } }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(outcome !== undefined && { outcome }),
  });
}
