import type { ActionManifest, ConnectorManifest } from '@connectory/connector-sdk/engine';
import type { ExecuteRequest } from '@connectory/core';
import { type PieceRequest, pieceRequestOf, rangeHeaderOf, withoutPiece } from './file-piece.ts';
import { type SearchFields, searchFieldsOf } from './search-fields.ts';
import { translatePaths, translateSearch } from './translate-search.ts';

/** A call in this gateway's form, and the piece of a file to return as JSON. */
export interface TranslatedCall {
  readonly call: ExecuteRequest;
  readonly piece?: PieceRequest;
  /** The search fields of a search of the copy, whose response repeats them under their Python names. */
  readonly searched?: SearchFields;
}

/**
 * Translates an execute call of an existing client of the hosted service (spec/drop-in.md): newer clients write `search` for `api_search`,
 * request a piece of a file with parameters, send strings for numeric parameters, search with their own operators and names, and check a
 * connection with a limit. Anything else is passed on for the executor to validate. Throws `invalid_params` for an invalid piece of a file.
 */
export function translateCall(call: ExecuteRequest, manifest: ConnectorManifest | undefined): TranslatedCall {
  const { body } = call;
  if (!isObject(body)) return { call };
  const action = body.action === 'search' ? 'api_search' : body.action;
  const translated = { ...call, body: { ...body, action } };
  if (!isObject(body.params)) return { call: translated };
  if (action === 'context_store_search') {
    const fields = manifest && searchFieldsOf(manifest, body.entity);
    return fields === undefined ? { call: translated } : searchCall(translated, body.params, fields);
  }
  const { params, ...part } = action === 'download' ? partOf(body.params) : { params: body.params };
  const schema = manifest && paramsSchemaOf(manifest, body.entity, action);
  return {
    call: {
      ...translated,
      body: { ...translated.body, params: schema === undefined ? params : fitting(params, schema, action) },
      ...(part.range !== undefined && { range: part.range }),
    },
    ...(part.piece !== undefined && { piece: part.piece }),
  };
}

interface FilePart {
  readonly params: Members;
  readonly range?: string;
  readonly piece?: PieceRequest;
}

function partOf(params: Members): FilePart {
  const piece = pieceRequestOf(params);
  if (piece !== undefined) return { params: withoutPiece(params), range: rangeHeaderOf(piece), piece };
  const { range_header: range, ...others } = params;
  return typeof range === 'string' ? { params: others, range } : { params };
}

function paramsSchemaOf(
  { entities }: ConnectorManifest,
  entity: unknown,
  action: unknown,
): ActionManifest['params'] | undefined {
  const actions = entities.find(({ name }) => name === entity)?.actions;
  return actions?.find((one) => one.action === action)?.params;
}

function searchCall(
  call: ExecuteRequest & { readonly body: Members },
  params: Members,
  fields: SearchFields,
): TranslatedCall {
  const { select_fields: selected, exclude_fields: excluded } = call.body;
  const body = {
    ...call.body,
    params: translateSearch(params, fields),
    ...(selected !== undefined && { select_fields: translatePaths(selected, fields) }),
    ...(excluded !== undefined && { exclude_fields: translatePaths(excluded, fields) }),
  };
  return { call: { ...call, body }, searched: fields };
}

function fitting(params: Members, { properties }: ActionManifest['params'], action: unknown): Members {
  if (!isObject(properties)) return params;
  return action === 'list' && isProbe(params) ? probe(properties) : withNumbers(params, properties);
}

/** Whether these are the parameters with which the SDK checks a connection, regardless of the parameter names of the list. */
function isProbe(params: Members): boolean {
  return params.limit === 1 && Object.keys(params).length === 1;
}

function probe(properties: Members): Members {
  if (Object.hasOwn(properties, 'limit')) return { limit: 1 };
  const size = Object.entries(properties).find(([name, schema]) => sizeName.test(name) && takesOne(schema));
  return size === undefined ? {} : { [size[0]]: 1 };
}

const sizeName = /^(per_page|page_?size|count|max_?results)$/i;

function takesOne(schema: unknown): boolean {
  if (!isObject(schema) || !isNumeric(schema.type)) return false;
  return typeof schema.minimum !== 'number' || schema.minimum <= 1;
}

function withNumbers(params: Members, properties: Members): Members {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, isObject(property) && isNumeric(property.type) ? numberOf(value) : value];
    }),
  );
}

const isNumeric = (type: unknown) => type === 'integer' || type === 'number';

function numberOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d{1,16}$/.test(value)) return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** A JSON object of unknown shape. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
