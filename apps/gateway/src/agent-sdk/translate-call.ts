import type { ActionManifest, ConnectorManifest } from '@connectory/connector-sdk/engine';
import type { ExecuteRequest } from '@connectory/core';
import { type PieceRequest, pieceRequestOf, rangeHeaderOf } from './file-piece.ts';

type Members = Readonly<Record<string, unknown>>;

/** A call in the words of this gateway, and the piece of a file that is to be answered as JSON. */
export interface TranslatedCall {
  readonly call: ExecuteRequest;
  readonly piece?: PieceRequest;
}

/**
 * Translates an execute call of an existing client of the hosted service (spec/drop-in.md): newer clients say `search` for `api_search`,
 * name the part of a file to download among the parameters, and have texts for parameters that are numbers here. Anything else stays as
 * it is, for the executor to judge. Throws `invalid_params` for a piece of a file that cannot be.
 */
export function translateCall(call: ExecuteRequest, manifest: ConnectorManifest | undefined): TranslatedCall {
  const { body } = call;
  if (!isObject(body)) return { call };
  const action = body.action === 'search' ? 'api_search' : body.action;
  const translated = { ...call, body: { ...body, action } };
  if (!isObject(body.params)) return { call: translated };
  const { params, ...part } = action === 'download' ? partOf(body.params) : { params: body.params };
  const schema = manifest && paramsSchemaOf(manifest, body.entity, action);
  return {
    call: {
      ...translated,
      body: { ...translated.body, params: schema === undefined ? params : withNumbers(params, schema) },
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
  const { range_header: range, ...others } = params;
  if (piece !== undefined) {
    const { _airbyte_response_type: _type, _airbyte_response_format: _format, ...rest } = others;
    return { params: rest, range: rangeHeaderOf(piece), piece };
  }
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

function withNumbers(params: Members, { properties }: ActionManifest['params']): Members {
  if (!isObject(properties)) return params;
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

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
