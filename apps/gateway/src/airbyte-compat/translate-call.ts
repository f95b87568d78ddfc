import type { ActionManifest, ConnectorManifest } from '@connectory/connector-sdk/engine';
import type { ExecuteRequest } from '@connectory/core';
import { type PieceRequest, pieceRequestOf, rangeHeaderOf, withoutPiece } from './file-piece.ts';
import { withoutCursor } from './page-cursor.ts';
import { elementFields, type SearchFields, searchFieldsOf } from './search-fields.ts';

/** A call in this gateway's form, and the piece of a file to return as JSON. */
export interface TranslatedCall {
  readonly call: ExecuteRequest;
  readonly piece?: PieceRequest;
  /** The search fields of a search of the copy, whose response repeats them under their Python names. */
  readonly searched?: SearchFields;
}

/**
 * Translates an execute call of an existing client of the hosted service (spec/drop-in.md): newer clients write `search` for `api_search`,
 * request a piece of a file with parameters, get the next page by a cursor, send strings for numeric parameters, search with their own operators and names, and check a
 * connection with a limit. Anything else is passed on for the executor to validate. Throws `invalid_params` for an invalid piece of a file.
 */
export function translateCall(
  call: ExecuteRequest,
  manifest: ConnectorManifest | undefined,
  isPyAirbyte: boolean,
): TranslatedCall {
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
  const given = isPyAirbyte ? withPage(params, schema, action) : params;
  return {
    call: {
      ...translated,
      body: { ...translated.body, params: schema === undefined ? given : fitting(given, schema, action) },
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

/** The parameters of PyAirbyte, which sends `limit` and `cursor` to every action that has pages, with what they mean for this one. */
function withPage(params: Members, schema: ActionManifest['params'] | undefined, action: unknown): Members {
  const given = withoutCursor(params);
  const { limit, ...others } = given;
  const properties = isObject(schema?.properties) ? schema.properties : {};
  const name = Object.keys(properties).find((one) => sizeName.test(one));
  const isSize = limit !== undefined && action === 'list' && !Object.hasOwn(properties, 'limit');
  return isSize && name !== undefined ? { [name]: limit, ...others } : given;
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
function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Translates the parameters of a search of the copy to our operators and field names. */
export function translateSearch(params: Members, fields: SearchFields): Members {
  const { query, fields: paths } = params;
  return {
    ...params,
    ...(isObject(query) && { query: translateQuery(query, fields) }),
    ...(Array.isArray(paths) && { fields: paths.map((path) => ownKeys(path, fields)) }),
  };
}

/** Translates dotted paths into the records of a search to our names. A value that is not a list of paths is returned unchanged. */
export function translatePaths(paths: unknown, fields: SearchFields): unknown {
  return Array.isArray(paths) ? paths.map((path) => (typeof path === 'string' ? fields.ownPath(path) : path)) : paths;
}

function translateQuery(query: Members, fields: SearchFields): Members {
  const { filter, sort } = query;
  return {
    ...query,
    ...('filter' in query && { filter: translateFilter(filter, fields) }),
    ...(Array.isArray(sort) && { sort: sort.map((key) => sortKey(key, fields)) }),
  };
}

function sortKey(key: unknown, fields: SearchFields): unknown {
  if (!isObject(key)) return key;
  return Object.fromEntries(Object.entries(key).map(([name, direction]) => [fields.ownPath(name), direction]));
}

// The SDK writes a path as an array of keys.
function ownKeys(path: unknown, fields: SearchFields): unknown {
  if (typeof path === 'string') return fields.ownPath(path);
  if (!Array.isArray(path) || typeof path[0] !== 'string') return path;
  const [name, ...below] = path;
  return [fields.names.byName.get(name) ?? name, ...below];
}

/** Deeper or longer filters are not translated, because our parser rejects them (spec/search.md). */
const deepest = 20;
const maxConditions = 500;

/**
 * Translates a filter of an existing client to our operators: `startswith`, `endswith` and, on a string, `contains` become `like`, which
 * ignores case as well, and `array_contains` becomes `contains`. Fields get our names. Anything that is not a filter is left to the parser.
 */
function translateFilter(filter: unknown, fields: SearchFields): unknown {
  return new FilterTranslation().condition(filter, fields, 1);
}

/** A comparison of one field, or a whole condition if no single operator expresses it. */
type Translated = { readonly operator: string; readonly operand: unknown } | { readonly condition: Members };

class FilterTranslation {
  #conditions = 0;

  condition(input: unknown, fields: SearchFields, depth: number): unknown {
    if (!isObject(input) || depth > deepest || this.#conditions > maxConditions) return input;
    const conjunction = new Conjunction();
    for (const [operator, operand] of Object.entries(input)) {
      this.#conditions += 1;
      if (operator === 'not') conjunction.addWhole(operator, this.condition(operand, fields, depth + 1));
      else if ((operator === 'and' || operator === 'or') && Array.isArray(operand)) {
        conjunction.addWhole(
          operator,
          operand.map((one) => this.condition(one, fields, depth + 1)),
        );
      } else if (!isObject(operand) || Object.keys(operand).length === 0) conjunction.addWhole(operator, operand);
      else this.#comparisons(conjunction, operator, operand, fields, depth);
    }
    return conjunction.condition();
  }

  #comparisons(conjunction: Conjunction, operator: string, operands: Members, fields: SearchFields, depth: number) {
    for (const [name, operand] of Object.entries(operands)) {
      this.#conditions += 1;
      const field = fields.ownPath(name);
      const translated =
        operator === 'any'
          ? { operator, operand: this.condition(operand, elementFields, depth + 1) }
          : comparison(operator, field, operand, fields.typeOf(field));
      if ('condition' in translated) conjunction.addCondition(translated.condition);
      else conjunction.addComparison(translated.operator, field, translated.operand);
    }
  }
}

function comparison(operator: string, field: string, operand: unknown, type: string | undefined): Translated {
  switch (operator) {
    case 'startswith':
      return { operator: 'like', operand: pattern('', operand, '%') };
    case 'endswith':
      return { operator: 'like', operand: pattern('%', operand, '') };
    case 'array_contains':
      return { operator: 'contains', operand };
    case 'contains': {
      const like = { operator: 'like', operand: pattern('%', operand, '%') };
      if (type === 'string') return like;
      if (type !== 'any' || typeof operand !== 'string') return { operator, operand };
      // Only the record shows whether this is a string that contains the operand or an array with the operand as an element.
      return { condition: { or: [{ like: { [field]: like.operand } }, { contains: { [field]: operand } }] } };
    }
    default:
      return { operator, operand };
  }
}

function pattern(before: string, text: unknown, after: string): unknown {
  return typeof text === 'string' ? before + text.replaceAll(/[\\%_]/g, '\\$&') + after : text;
}

/** Conditions that must all hold, in one object unless an operator would name a field twice. */
class Conjunction {
  readonly #whole = new Map<string, unknown>();
  readonly #comparisons = new Map<string, Map<string, unknown>>();
  readonly #others: Members[] = [];

  addWhole(operator: string, operand: unknown): void {
    this.#whole.set(operator, operand);
  }

  addComparison(operator: string, field: string, operand: unknown): void {
    const fields = this.#comparisons.get(operator) ?? new Map<string, unknown>();
    this.#comparisons.set(operator, fields);
    if (fields.has(field)) this.addCondition({ [operator]: { [field]: operand } });
    else fields.set(field, operand);
  }

  addCondition(condition: Members): void {
    this.#others.push(condition);
  }

  condition(): Members {
    const others = [...this.#others];
    const entries = new Map(this.#whole);
    for (const [operator, fields] of this.#comparisons) {
      const operand = Object.fromEntries(fields);
      // The operator may already be there, with an invalid operand.
      if (entries.has(operator)) others.push({ [operator]: operand });
      else entries.set(operator, operand);
    }
    const and = entries.has('and') ? entries.get('and') : [];
    if (others.length > 0 && Array.isArray(and)) entries.set('and', [...and, ...others]);
    return Object.fromEntries(entries);
  }
}
