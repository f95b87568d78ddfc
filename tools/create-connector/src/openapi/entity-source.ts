import type { DraftNotes, EntityDraft } from '../connector-draft.ts';
import { camelCase, capitalized, singular, snakeCase } from '../names.ts';
import { commentText, indented, memberName, quoted } from '../source-text.ts';
import { type ActionParams, actionParams, type KeyType, paramsSource } from './action-params.ts';
import { wireSource } from './action-wire.ts';
import type { ActionChoice, EntityChoice } from './entity-choices.ts';
import type { JsonObject, OpenApiSource } from './open-api-source.ts';
import { type PagingGuess, pageSizeParam, pagingGuess } from './paging-guess.ts';
import { fileType, type ResponsePlace, recordPlace, recordsPlace, responseSchema } from './response-paths.ts';
import { type FlatSchema, flatSchema, objectSource, textFields, typesOf, undescribedFields } from './schema-source.ts';
import { actionSummary, entitySummary } from './words.ts';

/** What the entities of a connector leave to a person. */
export interface EntityNotes extends DraftNotes {
  readonly toCheck: string[];
  readonly leftOut: string[];
}

interface DraftedAction {
  readonly choice: ActionChoice;
  readonly params: ActionParams;
  readonly source: string;
  /** The fields of its own result that may hold text; empty if it returns the record. */
  readonly texts: readonly string[];
  /** The paging of a list; undefined for other actions. */
  readonly paging: PagingGuess | undefined;
}

const order = ['list', 'get', 'create', 'update', 'delete', 'api_search', 'download'];
const maxSearchFields = 30;

/** Generates the file of an entity. Adds to `notes` what was guessed or omitted. */
export function entitySource(
  source: OpenApiSource,
  { name, actions: found }: EntityChoice,
  notes: EntityNotes,
): EntityDraft | undefined {
  const file = `src/entities/${name.replaceAll('_', '-')}.ts`;
  const actions = found.map((choice) =>
    isSingle(source, choice, name, found) ? { ...choice, action: 'get' as const } : choice,
  );
  const places = new Map(actions.map((choice) => [choice.action, placeOf(source, choice, name)]));
  // The list fills the copy, so its records determine the schema; actions with a different result declare their own.
  const record =
    places.get('list') ?? places.get('get') ?? places.get('create') ?? places.get('update') ?? places.get('api_search');
  const flat = flatSchema(source, record?.schema);
  const key = keyOf(source, flat, name, actions);
  const recordSource = objectSource(source, withKey(source, flat, key), 'record');
  const drafted = actions
    .toSorted((one, other) => order.indexOf(one.action) - order.indexOf(other.action))
    .flatMap((choice): DraftedAction[] => {
      const params = actionParams(source, choice, keyTypeOf(source, flat, key));
      const refusal = params.refusal ?? responseRefusal(source, choice, places.get(choice.action));
      if (refusal !== undefined) {
        notes.leftOut.push(`${file}: ${choice.method} ${commentText(choice.path)}, because ${refusal}.`);
        return [];
      }
      return [draftAction(source, choice, params, places.get(choice.action), recordSource, key, name, file, notes)];
    });
  if (drafted.length === 0) return undefined;
  notes.toCheck.push(
    key === undefined
      ? `${file}: no key was recognized; set key to the field that identifies a record, if there is one.`
      : `${file}: the key is guessed to be ${commentText(key)}; check that no two records have the same.`,
  );
  const constant = camelCase(name.split('_'));
  const type = capitalized(camelCase(singular(name).split('_')).replace(/_$/, ''));
  const list = drafted.find(({ choice }) => choice.action === 'list');
  const obstacle = searchObstacle(key, list);
  const search =
    key === undefined || list === undefined || obstacle !== undefined ? '' : searchSource(source, flat, list, key);
  if (obstacle !== undefined)
    notes.toCheck.push(`${file}: it is not searchable yet: ${obstacle}. See search and sync in the README of the SDK.`);
  const times = Object.keys(flat.properties).filter((field) =>
    isUnclearTime(field, source.resolve(flat.properties[field])),
  );
  if (search !== '' && times.length > 0) {
    notes.toCheck.push(
      `${file}: not searchable, because their format is not described: ${shortList(times)}. If they are ISO 8601 times, declare them with time().`,
    );
  }
  const undescribed = undescribedFields(source, flat);
  if (undescribed.length > 0)
    notes.toCheck.push(
      `${file}: the description does not explain these fields of a record: ${shortList(undescribed)}. Describe them, with units, formats and when a value is null.`,
    );
  const imports = [
    'defineEntity',
    ...(drafted.some(({ paging }) => paging !== undefined && paging.source !== 'null') ? ['page'] : []),
  ];
  return {
    name,
    constant,
    texts: [...textFields(source, withKey(source, flat, key)), ...drafted.flatMap(({ texts }) => texts)],
    check: checkOf(drafted),
    source: `import { ${imports.join(', ')} } from '@connectory/connector-sdk';
import { z } from 'zod';
import { api } from '../adapter.ts';

const ${type} = ${recordSource};

/** ${commentText(drafted.map(({ choice }) => `${choice.method} ${choice.path}`).join(', '))} */
export const ${constant} = defineEntity({
  name: ${quoted(name)},
  summary: ${quoted(
    entitySummary(
      source,
      name,
      drafted.map(({ choice }) => choice),
      record?.schema,
    ),
  )},
  record: ${type},
  key: ${key === undefined ? 'null' : quoted(key)},
  actions: {
    ${indented(drafted.map(({ source: text }) => text).join('\n'), 4)}
  },${search}
});
`,
  };
}

// An object that is read without a list, such as the account's balance, exists once.
function isSingle(
  source: OpenApiSource,
  { action, operation }: ActionChoice,
  entity: string,
  all: readonly ActionChoice[],
): boolean {
  if (action !== 'list' || all.some((other) => other.action === 'get')) return false;
  const body = responseSchema(source, operation);
  const isObject = Object.keys(flatSchema(source, body).properties).length > 0;
  return isObject && recordsPlace(source, body, entity) === undefined;
}

function checkOf(drafted: readonly DraftedAction[]): EntityDraft['check'] {
  const reads = drafted.filter(({ choice }) => ['list', 'get', 'api_search'].includes(choice.action));
  const [best] = reads.toSorted((one, other) => one.params.required.size - other.params.required.size);
  return best === undefined
    ? null
    : { action: best.choice.action, params: '{}', needsParams: best.params.required.size > 0 };
}

function placeOf(
  source: OpenApiSource,
  { action, operation }: ActionChoice,
  entity: string,
): ResponsePlace | undefined {
  const body = responseSchema(source, operation);
  if (body === undefined || action === 'download' || action === 'delete') return undefined;
  return action === 'list' || action === 'api_search'
    ? recordsPlace(source, body, entity)
    : recordPlace(source, body, entity);
}

function draftAction(
  source: OpenApiSource,
  choice: ActionChoice,
  params: ActionParams,
  place: ResponsePlace | undefined,
  record: string,
  key: string | undefined,
  entity: string,
  file: string,
  notes: EntityNotes,
): DraftedAction {
  const { action, method, path, operation } = choice;
  const isList = action === 'list' || action === 'api_search';
  const guess = isList ? pagingGuess(source, operation, params.members, key) : undefined;
  let texts: readonly string[] = [];
  const lines = [`summary: ${quoted(actionSummary(choice, entity))},`];
  if (params.members.size > 0) lines.push(`params: ${paramsSource(params)},`);
  if (params.encoding === 'form') lines.push("encoding: 'form',");
  const headers = Object.entries(params.headers).map(([header, value]) => `${memberName(header)}: ${quoted(value)}`);
  if (headers.length > 0) lines.push(`headers: { ${headers.join(', ')} },`);
  const wire = wireSource(params.targets);
  if (wire !== undefined) lines.push(wire);
  if (params.hasShapes) {
    lines.push('// The body has one of several shapes: the parameters are those of all of them.');
    notes.toCheck.push(
      `${file}: the body of ${action} has one of several shapes; its parameters are those of all of them.`,
    );
  }
  if (place !== undefined && place.at !== '') lines.push(`${isList ? 'recordsAt' : 'recordAt'}: ${quoted(place.at)},`);
  if (action === 'delete') lines.push('// The response to a delete is seldom the record.', 'result: z.object({}),');
  else if (!isList && place !== undefined) {
    const result = flatSchema(source, place.schema);
    const own = objectSource(source, result, 'record');
    if (shapeOf(own) !== shapeOf(record)) {
      lines.push(`result: ${own},`);
      texts = textFields(source, result);
    }
  }
  if (guess?.source === 'null') {
    const seen = guess.reason === '' ? '' : ` It has ${commentText(guess.reason)}.`;
    lines.push(
      `// No paging was recognized.${seen} If the vendor pages this list, declare how to request the next page.`,
      'paging: null,',
    );
    notes.toCheck.push(`${file}: no paging was recognized for ${action}.${seen}`);
  } else if (guess !== undefined) {
    lines.push(
      `// Guessed from ${commentText(guess.reason)}: check it against the vendor's documentation.`,
      `paging: ${guess.source},`,
    );
    notes.toCheck.push(`${file}: the paging of ${action} is guessed from ${commentText(guess.reason)}.`);
  }
  const text = `${action}: api(${quoted(`${method} ${path}`)}, {\n  ${indented(lines.join('\n'), 2)}\n}),`;
  return { choice, params, source: text, texts, paging: guess };
}

function responseRefusal(source: OpenApiSource, { action, operation }: ActionChoice, place: ResponsePlace | undefined) {
  if (place !== undefined || action === 'delete' || action === 'download') return undefined;
  if (action === 'list' || action === 'api_search') return 'its response has no list of records';
  const file = fileType(source, operation);
  if (file !== undefined) return `its response is ${file}`;
  return responseSchema(source, operation) === undefined ? undefined : 'its response is a list';
}

// Removes descriptions and `.nullish()` from zod source, leaving its shape.
const shapeOf = (text: string) => text.replaceAll(/\.describe\('(?:[^'\\]|\\.)*'\)/g, '').replaceAll('.nullish()', '');

function keyOf(
  source: OpenApiSource,
  flat: ReturnType<typeof flatSchema>,
  entity: string,
  actions: readonly ActionChoice[],
): string | undefined {
  const places = actions.flatMap(({ path }) => [...path.matchAll(/\{([^{}]+)\}$/g)].map(([, place = '']) => place));
  const last = singular(entity.split('_').at(-1) ?? entity);
  const known = ['gid', 'uuid', 'guid', `${singular(entity)}_id`, `${last}_id`, `${last}Id`];
  const candidates = ['id', ...places.flatMap(endings), ...known];
  return candidates.find((name) => {
    // Names are seldom unique, and a copy has one record for each key.
    if (name === 'name') return false;
    const schema = Object.hasOwn(flat.properties, name) ? source.resolve(flat.properties[name]) : undefined;
    const [type = ''] = schema === undefined ? [] : typesOf(schema).types;
    return ['string', 'integer', 'number'].includes(type);
  });
}

// What a placeholder of a record's path is called in the record: task_gid, or gid.
function endings(place: string): readonly string[] {
  const words = snakeCase(place).split('_');
  return [place, ...words.map((_, index) => words.slice(index).join('_'))];
}

function searchObstacle(key: string | undefined, list: DraftedAction | undefined): string | undefined {
  if (key === undefined) return 'records without a key are not searchable';
  if (list === undefined) return 'there is no list';
  const { required } = list.params;
  if (required.size > 0) return `the list requires ${[...required].join(', ')}`;
  // A copy of the first page would look complete.
  const { source = 'null', reason = '' } = list.paging ?? {};
  const isPaged = source === 'null' && reason !== '';
  return isPaged ? `the list seems to be paged, with ${commentText(reason)}, and nothing says how` : undefined;
}

function searchSource(source: OpenApiSource, flat: FlatSchema, list: DraftedAction, key: string): string {
  const scalars = Object.entries(flat.properties).filter(([name, schema]) => {
    const resolved = source.resolve(schema);
    const { types } = typesOf(resolved);
    return (
      resolved.writeOnly !== true &&
      !isUnclearTime(name, resolved) &&
      types.length === 1 &&
      ['string', 'integer', 'number', 'boolean'].includes(types[0] ?? '') &&
      !/[\s.]/.test(name)
    );
  });
  const fields = [...new Set([key, ...scalars.map(([name]) => name)])].slice(0, maxSearchFields);
  const size = pageSizeParam([...list.params.members.keys()]);
  const max = size === undefined ? undefined : maxOf(list.params.members.get(size) ?? '');
  const params = size === undefined || max === undefined ? '' : `, params: { ${memberName(size)}: ${max} }`;
  return `
  search: { fields: [${fields.map(quoted).join(', ')}] },
  sync: { via: 'list'${params} },`;
}

const momentName = /(^|_)(at|on|date|datetime|timestamp|created|updated|modified|since)$|[a-z](At|On|Date|Timestamp)$/;

// Whether a text seems to be a time in a format that is not described. Searches compare times only if their format is declared.
const isUnclearTime = (name: string, schema: JsonObject) =>
  momentName.test(name) &&
  schema.format === undefined &&
  schema.enum === undefined &&
  typesOf(schema).types[0] === 'string';

function keyTypeOf(source: OpenApiSource, flat: FlatSchema, key: string | undefined): KeyType | undefined {
  if (key === undefined) return undefined;
  const [type] = typesOf(source.resolve(flat.properties[key])).types;
  return type === 'string' ? 'string' : 'integer';
}

/** The largest page size of a description; undefined if it states none. */
function maxOf(member: string): number | undefined {
  const max = /\.max\((\d+)\)/.exec(member)?.[1];
  return max === undefined || !/^z\.int\(\)/.test(member) ? undefined : Math.min(Number(max), 1000);
}

// The key of a record is always present, even if the description allows null.
function withKey(source: OpenApiSource, flat: FlatSchema, key: string | undefined): FlatSchema {
  if (key === undefined) return flat;
  const { nullable: _nullable, ...schema } = source.resolve(flat.properties[key]);
  const [type] = typesOf(schema).types;
  return {
    properties: { ...flat.properties, [key]: { ...schema, type } },
    required: new Set([...flat.required, key]),
  };
}

const maxNamed = 8;
const shortList = (names: readonly string[]) =>
  [...names.slice(0, maxNamed), ...(names.length > maxNamed ? [`${names.length - maxNamed} more fields`] : [])].join(
    ', ',
  );
