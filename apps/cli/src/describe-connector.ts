import type { ConnectorManifest } from '@connectory/client';
import { tableText } from './table.ts';

type Entity = ConnectorManifest['entities'][number];
type Action = Entity['actions'][number];

/** The parts of a JSON Schema that are shown. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Describes a connector for people: a summary, and a line per entity with its actions. */
export function connectorText({
  id,
  vendor,
  kind,
  version,
  documentation,
  upstream,
  auth,
  entities,
}: ConnectorManifest): string {
  const sunset = upstream.sunset === null ? '' : `, switched off on ${upstream.sunset}`;
  return [
    `${id} ${version}: ${vendor} (${kind}), upstream version ${upstream.version}${sunset}`,
    documentation,
    ...auth.map(({ name, description, fields }) => {
      const names = fields.map((field) => (field.required ? field.name : `[${field.name}]`));
      return `Credentials ${name}: ${names.join(', ')}. ${description}`;
    }),
    '',
    tableText(
      ['entity', 'actions', 'summary'],
      entities.map(({ name, summary, actions }) => [name, actions.map(({ action }) => action).join(' '), summary]),
    ),
  ].join('\n');
}

/** Describes an entity for people: its fields, and a table of the parameters of each action. */
export function entityText({ name, summary, key, record, actions, search }: Entity): string {
  const { properties = {} } = record as Schema;
  const searchable = new Set(search?.fields.map((field) => field.name));
  const fields = tableText(
    ['field', 'type', 'searchable', 'description'],
    Object.entries(properties).map(([field, schema]) => [
      field,
      typeOf(schema),
      searchable.has(field) ? 'yes' : '',
      schema.description,
    ]),
  );
  const keyText = key === null ? 'no key' : `key ${[key].flat().join(', ')}`;
  return [
    `${name}: ${summary} (${keyText})`,
    '',
    fields,
    ...actions.flatMap((action) => ['', actionText(action)]),
  ].join('\n');
}

function actionText({ action, summary, params, deprecated }: Action): string {
  const { properties = {}, required = [] } = params as Schema;
  const rows = Object.entries(properties);
  const head = `${action}: ${summary}${deprecated === undefined ? '' : ` (deprecated: ${deprecated})`}`;
  if (rows.length === 0) return `${head}\n  no parameters`;
  const table = tableText(
    ['  parameter', 'type', 'required', 'description'],
    rows.map(([name, schema]) => [
      `  ${name}`,
      typeOf(schema),
      required.includes(name) ? 'yes' : '',
      schema.description,
    ]),
  );
  return `${head}\n${table}`;
}

function typeOf(schema: Schema): string {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map(typeOf))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const names = [schema.type ?? 'any'].flat();
  return names.map((name) => (name === 'array' ? listOf(typeOf(schema.items ?? {})) : name)).join(' | ');
}

const listOf = (item: string) => (item.includes(' ') ? `(${item})[]` : `${item}[]`);
