import { connectionsCalled } from '@connectory/errors';
import { z } from 'zod';
import type { Calls, Connection, DescribedAction, DescribedEntity, OwnField } from '../calls.ts';
import { withNotes } from '../results/rows-output.ts';
import { fieldsText } from '../schema-text.ts';
import { always, defineTool } from '../tool.ts';
import { maxCharacters, name } from './arguments.ts';
import { actionOf } from './names.ts';

/** Describes one action: its parameters as a JSON Schema, and what it returns. */
export const describeAction = defineTool({
  name: 'describe_action',
  description:
    'Parameters (JSON Schema), effect and returned fields of one action. connector may name a connection, whose own fields are then shown.',
  input: z.strictObject({
    connector: name,
    entity: name,
    action: name,
    own_fields: z.string().max(200).default('').describe('Only own fields with these words'),
    max_characters: maxCharacters,
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  isOffered: always,
  run: async ({ connector: named, entity, action, own_fields: words, max_characters: max }, { calls }) => {
    const connection = await onlyConnection(calls, named);
    const connector = connection?.connector ?? named;
    const described = await calls.describeEntity(connector, entity, connection?.id);
    const found = actionOf(described, action);
    const fields = connection === undefined ? [] : await calls.ownFields(connection.id, entity);
    const own = ownFieldsText(fields, found, words);
    const text = descriptionText({ connector, ...own.member }, described, found, max);
    return { text: withNotes(text, own.notes) };
  },
});

/** The connection of that id or name, or the only one of that connector; undefined if there are several or none. */
async function onlyConnection(calls: Calls, named: string): Promise<Connection | undefined> {
  const found = await calls.connection(named);
  if (found !== undefined) return found;
  const [only, ...others] = connectionsCalled(await calls.connections(), named);
  return others.length === 0 ? only : undefined;
}

const maxOwnFields = 40;

/** Own fields by their paths, of many only some, and a note that says how to see the others. */
function ownFieldsText(all: readonly OwnField[], { action }: DescribedAction, words: string) {
  const isSearch = action === 'context_store_search';
  const wanted = words.toLowerCase().split(/\s+/);
  const matching = all.filter(({ path, label, copied, gone_at: gone }) => {
    const text = `${path} ${label}`.toLowerCase();
    return gone === null && (copied || !isSearch) && wanted.every((word) => text.includes(word));
  });
  const shown = matching
    .slice(0, maxOwnFields)
    .map(({ path, label, type, format }) => [path, `${label}: ${format === null ? type : `${type}, a time`}`] as const);
  const missing = matching.length - shown.length;
  return {
    member: shown.length === 0 ? {} : { own_fields: Object.fromEntries(shown) },
    notes:
      missing === 0 ? [] : [`${missing} more own fields. Repeat the call with words of their names in "own_fields".`],
  };
}

/** The parts of a description that can be left out where it is too long, the least important one first. */
function descriptionText(
  { connector, ...own }: { readonly connector: string; readonly own_fields?: object },
  entity: DescribedEntity,
  action: DescribedAction,
  max: number,
): string {
  const { summary, effect, result, deprecated } = action;
  const isSearch = action.action === 'context_store_search';
  const head = {
    connector,
    entity: entity.name,
    action: action.action,
    effect,
    summary,
    ...(deprecated !== undefined && { deprecated }),
    ...own,
  };
  const params = isSearch ? 'Use search_records.' : schemaOf(action.params);
  const returns = result === 'file' ? 'A file: use read_file.' : fieldsText(action.result_schema ?? entity.record);
  const searchFields = Object.fromEntries(
    (entity.search?.fields ?? []).map(({ name, type, format }) => [
      name,
      format === undefined ? type : `${type}, a time`,
    ]),
  );
  const whole = { ...head, params, ...(isSearch ? { search_fields: searchFields } : { returns }) };
  const text = JSON.stringify(whole);
  if (text.length <= max) return text;
  const rest = 'Cut: "max_characters" (up to 100000) shows more';
  const withoutReturns = JSON.stringify({ ...head, params });
  if (withoutReturns.length + 100 <= max) return `${withoutReturns}\n[${rest}; the returned fields are missing.]`;
  return `${JSON.stringify(head)}\n[${rest}; the parameters and the returned fields are missing.]`;
}

function schemaOf({ $schema: _version, ...schema }: DescribedAction['params']): object {
  return schema;
}
