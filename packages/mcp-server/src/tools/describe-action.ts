import { z } from 'zod';
import type { DescribedAction, DescribedEntity } from '../calls.ts';
import { fieldsText } from '../schema-text.ts';
import { always, defineTool } from '../tool.ts';
import { maxCharacters, name } from './arguments.ts';
import { actionOf } from './names.ts';

/** Describes one action: its parameters as a JSON Schema, and what it returns. */
export const describeAction = defineTool({
  name: 'describe_action',
  description: 'Parameters (JSON Schema), effect and returned fields of one action.',
  input: z.strictObject({ connector: name, entity: name, action: name, max_characters: maxCharacters }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  isOffered: always,
  run: async ({ connector, entity, action, max_characters: max }, { calls }) => {
    const described = await calls.describeEntity(connector, entity);
    return { text: descriptionText(connector, described, actionOf(described, action), max) };
  },
});

/** The parts of a description that can be left out where it is too long, the least important one first. */
function descriptionText(connector: string, entity: DescribedEntity, action: DescribedAction, max: number): string {
  const { summary, effect, result, deprecated } = action;
  const isSearch = action.action === 'context_store_search';
  const head = {
    connector,
    entity: entity.name,
    action: action.action,
    effect,
    summary,
    ...(deprecated !== undefined && { deprecated }),
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
