import type { Entity } from '@connectory/connector-sdk';
import type {
  ActionManifest,
  ConnectorManifest,
  EntityManifest,
  JsonSchema,
  SearchFieldManifest,
} from '@connectory/connector-sdk/engine';
import type { DemoExample } from '@connectory/demo-examples';
import { code, escapeHtml, type Row, table } from './html.ts';
import type { Page } from './page.ts';
import { type SchemaRow, schemaRows } from './schema-rows.ts';
import { curlExample, type ExampleCall, shellSetup, typescriptExample, typescriptSetup } from './snippets.ts';

/** What the page of an entity is made of. */
export interface EntityPageSource {
  readonly connector: ConnectorManifest;
  readonly entity: EntityManifest;
  /** The same entity as it is declared: where search fields come from and how the copy is filled. */
  readonly declared: Entity;
  readonly exampleOf: (action: string) => DemoExample;
}

/** The page of an entity: every action with parameters and examples, the record, the search fields. */
export function entityPage(source: EntityPageSource): Page {
  const { connector, entity } = source;
  const key = [entity.key ?? []].flat().map((field) => `\`${field}\``);
  const parts = [
    `# ${connector.id} · ${entity.name}`,
    `${entity.summary}. An entity of [${connector.vendor}](./index.md).`,
    key.length === 0 ? 'Its records have no key of their own.' : `A record is identified by ${key.join(' and ')}.`,
    actionsTable(entity),
    setup(connector),
    ...entity.actions.map((action) => actionSection(source, action)),
    recordSection(entity),
    ...(entity.search === null ? [] : [searchSection(source, entity.search.fields)]),
  ];
  return {
    path: `connectors/${connector.id}/${entity.name}`,
    title: `${connector.id} · ${entity.name}`,
    text: `${parts.join('\n\n')}\n`,
  };
}

function actionsTable({ actions }: EntityManifest): string {
  const rows = actions.map(({ action, summary, effect }) => ({
    cells: [`<a href="#${action}">${action}</a>`, escapeHtml(summary), effect],
  }));
  return table(['action', 'what it does', 'effect'], rows);
}

function setup({ id }: ConnectorManifest): string {
  return `::: details Before you run the examples
In the folder where \`npm start\` runs the demo; for a gateway of your own, put its address, a token and the id of the connection.

\`\`\`sh
${shellSetup(id)}
\`\`\`

\`\`\`ts
${typescriptSetup(id)}
\`\`\`
:::`;
}

function actionSection({ connector, entity, exampleOf }: EntityPageSource, manifest: ActionManifest): string {
  const { action, summary, params, result } = manifest;
  const example = exampleOf(action);
  const call: ExampleCall = { connector: connector.id, entity: entity.name, action, result, params: example.params };
  return [
    `## ${action} {#${action}}`,
    `${summary}.`,
    ...(manifest.effect === 'outward' ? [outward(connector)] : []),
    ...(manifest.deprecated === undefined ? [] : [`${deprecation(manifest.deprecated)}`]),
    paramsTable(action, params),
    answerOf(manifest),
    ...(manifest.result_schema === undefined ? [] : [fieldsTable(`${action}.result`, manifest.result_schema)]),
    `\`\`\`sh\n${curlExample(call)}\n\`\`\``,
    `\`\`\`ts\n${typescriptExample(call)}\n\`\`\``,
    ...(example.answer === undefined ? [] : [`\`\`\`json\n${JSON.stringify(example.answer, null, 2)}\n\`\`\``]),
  ].join('\n\n');
}

function outward({ vendor }: ConnectorManifest): string {
  return `::: warning Reaches beyond ${vendor}\nPeople or other systems see what it does, and it cannot be taken back.\n:::`;
}

function deprecation({ since, until, instead }: NonNullable<ActionManifest['deprecated']>): string {
  return `::: warning Deprecated since ${since}\nIt works until ${until} ([versions](/guide/versioning.md)). ${instead}\n:::`;
}

function paramsTable(action: string, params: JsonSchema): string {
  const rows = schemaRows(params);
  if (rows.length === 0) return 'It takes no parameters.';
  return table(
    ['parameter', 'type', 'required', 'meaning'],
    rows.map((row) => ({
      id: `${action}.${row.path}`,
      cells: [
        code(row.path),
        row.nullable ? `${row.type} or null` : row.type,
        row.required ? 'yes' : 'no',
        meaningOf(row),
      ],
    })),
  );
}

function answerOf({ action, result, meta, result_schema: own }: ActionManifest): string {
  if (result === 'file') return 'Answers the bytes of the file ([downloads](/reference/execute.md#downloads)).';
  if (action === 'context_store_search') {
    return 'Answers an array of records with the [search fields](#search-fields). `meta` has `has_more`, `cursor`, `took_ms`, `synced_at` and `next_params` ([search](/reference/search.md)).';
  }
  if (result === 'records') {
    const names = [...meta, 'next_params'].map((name) => `\`${name}\``);
    const last = names.pop();
    const all = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
    return `Answers an array of [records](#record). \`meta\` has ${all} ([paging](/reference/execute.md#result)).`;
  }
  const write =
    action === 'get'
      ? ''
      : ' Send an [`Idempotency-Key`](/reference/execute.md#idempotency) to make a repeat harmless.';
  return `Answers ${own === undefined ? 'one [record](#record)' : 'an object with these fields'}.${write}`;
}

function recordSection({ record }: EntityManifest): string {
  const lead =
    'What the vendor sends. Every field but the key may be null or absent, values other than the known ones may come, and members that are not listed pass as well.';
  return `## Record {#record}\n\n${lead}\n\n${fieldsTable('record', record)}`;
}

function fieldsTable(anchor: string, schema: JsonSchema): string {
  const rows = schemaRows(schema).map(
    (row): Row => ({
      id: `${anchor}.${row.path}`,
      cells: [code(row.path), row.type, meaningOf(row)],
    }),
  );
  return table(['field', 'type', 'meaning'], rows);
}

function searchSection({ declared }: EntityPageSource, fields: readonly SearchFieldManifest[]): string {
  const rows = fields.map(
    (field): Row => ({
      id: `search.${field.name}`,
      cells: [code(field.name), field.type, field.nullable ? 'yes' : 'no', sourceOf(field, declared)],
    }),
  );
  return [
    '## Search fields {#search-fields}',
    'What `context_store_search` filters, sorts and returns ([operators by type](/reference/search.md#conditions)).',
    table(['search field', 'type', 'may be null', 'value'], rows),
    syncLine(declared),
  ].join('\n\n');
}

function sourceOf({ name, absent }: SearchFieldManifest, { search }: Entity): string {
  if (absent !== undefined) return `Always null: ${escapeHtml(absent)}.`;
  const derived = search?.derived[name];
  if (derived === undefined) return `${code(name)} of the record`;
  if (derived.param !== undefined) return `The parameter ${code(derived.param)} the record was read with`;
  return 'Computed from the record';
}

function syncLine({ sync }: Entity): string {
  if (sync === null) return 'The copy of this entity is not synchronised.';
  const { via, each, cursor } = sync;
  const above = each !== undefined && 'name' in each ? `, once per record of [${each.name}](./${each.name}.md)` : '';
  const setting = each !== undefined && 'setting' in each ? `, once per entry of the setting \`${each.setting}\`` : '';
  const later =
    cursor === undefined
      ? 'Each pass reads the whole list.'
      : `Passes between two full ones ask only for what is new by \`${cursor.field}\`.`;
  return `The copy is filled by \`${via}\`${above}${setting}. ${later} See [synchronisation](/reference/sync.md).`;
}

function meaningOf({ description, limits }: SchemaRow): string {
  const accepted = limits.length === 0 ? '' : `<small>${escapeHtml(limits.join('; '))}</small>`;
  return [escapeHtml(description), accepted].filter((text) => text !== '').join('<br>');
}
