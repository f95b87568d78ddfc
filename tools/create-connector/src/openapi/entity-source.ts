import type { EntityDraft } from '../connector-draft.ts';
import { camelCase, capitalised, singular } from '../names.ts';
import { commentText, indented, quoted } from '../source-text.ts';
import { type ActionParams, actionParams, paramsSource } from './action-params.ts';
import { type AnswerPlace, answerSchema, recordPlace, recordsPlace } from './answer-places.ts';
import type { ActionChoice, EntityChoice } from './entity-choices.ts';
import type { OpenApiSource } from './open-api-source.ts';
import { pageSizeParam, pagingGuess } from './paging-guess.ts';
import { clause, flatSchema, objectSource, typesOf } from './schema-source.ts';

interface DraftedAction {
  readonly choice: ActionChoice;
  readonly params: ActionParams;
  readonly source: string;
  readonly isPaged: boolean;
}

const order = ['list', 'get', 'create', 'update', 'delete', 'api_search', 'download'];
const mostSearchFields = 30;

/** Writes the file of an entity. Adds to `notes` what was guessed or left out. */
export function entitySource(
  source: OpenApiSource,
  { name, actions: found }: EntityChoice,
  notes: string[],
): EntityDraft | undefined {
  const file = `src/entities/${name.replaceAll('_', '-')}.ts`;
  const actions = found.map((choice) =>
    isSingle(source, choice, name, found) ? { ...choice, action: 'get' as const } : choice,
  );
  const places = new Map(actions.map((choice) => [choice.action, placeOf(source, choice, name)]));
  const record =
    places.get('get') ?? places.get('list') ?? places.get('create') ?? places.get('update') ?? places.get('api_search');
  const flat = flatSchema(source, record?.schema);
  const drafted = actions
    .toSorted((one, other) => order.indexOf(one.action) - order.indexOf(other.action))
    .flatMap((choice): DraftedAction[] => {
      const params = actionParams(source, choice);
      const isList = choice.action === 'list' || choice.action === 'api_search';
      const refusal =
        params.refusal ??
        (isList && places.get(choice.action) === undefined ? 'its answer has no list of records' : undefined);
      if (refusal !== undefined) {
        notes.push(`${file}: ${choice.method} ${commentText(choice.path)} was left out, because ${refusal}.`);
        return [];
      }
      return [draftAction(source, choice, params, places.get(choice.action), name, file, notes)];
    });
  if (drafted.length === 0) return undefined;
  const key = keyOf(source, flat, name, drafted);
  if (key === undefined)
    notes.push(`${file}: no key was recognised; name the field that identifies a record, if there is one.`);
  const constant = camelCase(name.split('_'));
  const type = capitalised(camelCase(singular(name).split('_')).replace(/_$/, ''));
  const list = drafted.find(({ choice }) => choice.action === 'list');
  const isReadable = list !== undefined && list.params.required.size === 0;
  const search = key !== undefined && isReadable ? searchSource(source, flat, list, key) : '';
  if (search === '')
    notes.push(
      `${file}: it is not searchable yet; the list needs a parent, or there is none: see search and sync in the README of the SDK.`,
    );
  const paged = drafted.some(({ isPaged }) => isPaged);
  return {
    name,
    constant,
    check: checkOf(drafted),
    source: `import { defineEntity${paged ? ', page' : ''} } from '@connectory/connector-sdk';
import { z } from 'zod';
import { api } from '../adapter.ts';

const ${type} = ${objectSource(source, flat, 'record')};

/** ${commentText(drafted.map(({ choice }) => `${choice.method} ${choice.path}`).join(', '))} */
export const ${constant} = defineEntity({
  name: ${quoted(name)},
  summary: ${quoted(summaryOf(source, name, drafted))},
  record: ${type},
  key: ${key === undefined ? 'null' : quoted(key)},
  actions: {
    ${indented(drafted.map(({ source: text }) => text).join('\n'), 4)}
  },${search}
});
`,
  };
}

// What is fetched without a list, such as the account's balance, is there once.
function isSingle(
  source: OpenApiSource,
  { action, operation }: ActionChoice,
  entity: string,
  all: readonly ActionChoice[],
): boolean {
  if (action !== 'list' || all.some((other) => other.action === 'get')) return false;
  const body = answerSchema(source, operation);
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

function placeOf(source: OpenApiSource, { action, operation }: ActionChoice, entity: string): AnswerPlace | undefined {
  const body = answerSchema(source, operation);
  if (body === undefined || action === 'download' || action === 'delete') return undefined;
  return action === 'list' || action === 'api_search'
    ? recordsPlace(source, body, entity)
    : recordPlace(source, body, entity);
}

function draftAction(
  source: OpenApiSource,
  choice: ActionChoice,
  params: ActionParams,
  place: AnswerPlace | undefined,
  entity: string,
  file: string,
  notes: string[],
): DraftedAction {
  const { action, method, path, operation } = choice;
  const isList = action === 'list' || action === 'api_search';
  const guess = isList ? pagingGuess(source, operation, [...params.members.keys()]) : undefined;
  const lines = [`summary: ${quoted(clause(operation.summary ?? operation.description, `${action} ${entity}`))},`];
  if (params.members.size > 0) lines.push(`params: ${paramsSource(params)},`);
  if (params.encoding === 'form') lines.push("encoding: 'form',");
  if (place !== undefined && place.at !== '') lines.push(`${isList ? 'recordsAt' : 'recordAt'}: ${quoted(place.at)},`);
  if (action === 'delete') lines.push('// What is answered to a delete is seldom the record.', 'result: z.object({}),');
  if (guess !== undefined) {
    lines.push(
      `// Guessed from ${commentText(guess.reason)}: check it against the vendor's documentation.`,
      `paging: ${guess.source},`,
    );
    notes.push(`${file}: the paging of ${action} is guessed from ${commentText(guess.reason)}.`);
  } else if (isList) {
    lines.push('// No paging was recognised: if the vendor answers in pages, say here how the next one is asked for.');
    notes.push(`${file}: no paging was recognised for ${action}.`);
  }
  const text = `${action}: api(${quoted(`${method} ${path}`)}, {\n  ${indented(lines.join('\n'), 2)}\n}),`;
  return { choice, params, source: text, isPaged: guess !== undefined };
}

function keyOf(
  source: OpenApiSource,
  flat: ReturnType<typeof flatSchema>,
  entity: string,
  drafted: readonly DraftedAction[],
): string | undefined {
  const places = drafted.flatMap(({ choice }) =>
    [...choice.path.matchAll(/\{([^{}]+)\}$/g)].map(([, place = '']) => place),
  );
  const last = singular(entity.split('_').at(-1) ?? entity);
  const candidates = [
    'id',
    ...places,
    'uuid',
    'guid',
    `${singular(entity)}_id`,
    `${last}_id`,
    `${last}Id`,
    'key',
    'slug',
    'code',
    'sku',
    'name',
  ];
  return candidates.find((name) => {
    const schema = Object.hasOwn(flat.properties, name) ? source.resolve(flat.properties[name]) : undefined;
    const [type = ''] = schema === undefined ? [] : typesOf(schema).types;
    return ['string', 'integer', 'number'].includes(type);
  });
}

function searchSource(
  source: OpenApiSource,
  flat: ReturnType<typeof flatSchema>,
  list: DraftedAction,
  key: string,
): string {
  const scalars = Object.entries(flat.properties).filter(([name, schema]) => {
    const { types } = typesOf(source.resolve(schema));
    return (
      types.length === 1 && ['string', 'integer', 'number', 'boolean'].includes(types[0] ?? '') && !name.includes('.')
    );
  });
  const fields = [...new Set([key, ...scalars.map(([name]) => name)])].slice(0, mostSearchFields);
  const size = pageSizeParam([...list.params.members.keys()]);
  const most = size === undefined ? undefined : mostOf(list.params.members.get(size) ?? '');
  const params =
    size === undefined || most === undefined
      ? ''
      : `, params: { ${/^\w+$/.test(size) ? size : quoted(size)}: ${most} }`;
  return `
  search: {
    fields: [${fields.map(quoted).join(', ')}],
  },
  sync: { via: 'list'${params} },`;
}

/** The largest page a description allows; undefined when it does not say. */
function mostOf(member: string): number | undefined {
  const most = /\.max\((\d+)\)/.exec(member)?.[1];
  return most === undefined || !/^z\.int\(\)/.test(member) ? undefined : Math.min(Number(most), 1000);
}

function summaryOf({ document }: OpenApiSource, name: string, drafted: readonly DraftedAction[]): string {
  const [tag] = drafted.flatMap(({ choice }) => (Array.isArray(choice.operation.tags) ? choice.operation.tags : []));
  const tags = Array.isArray(document.tags) ? document.tags : [];
  const described = tags.find((one: { name?: unknown }) => one?.name === tag) as { description?: unknown } | undefined;
  return clause(described?.description, name);
}
