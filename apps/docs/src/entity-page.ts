import type { Entity } from '@connectory/connector-sdk';
import {
  type ActionManifest,
  type ConnectorManifest,
  type EntityManifest,
  personalKinds,
  type SearchFieldManifest,
} from '@connectory/connector-sdk/engine';
import type { DemoExample } from '@connectory/docs/demo-examples';
import { codeTabs, scrolling } from './code-blocks.ts';
import { fieldList, maxUnfolded } from './field-list.ts';
import { code, escapeHtml, type Row, table } from './html.ts';
import type { Page } from './repository-pages.ts';
import { unsearched } from './site-configuration.ts';
import {
  commandExample,
  commandSetup,
  curlExample,
  type ExampleCall,
  pythonExample,
  pythonSetup,
  shellSetup,
  typescriptExample,
  typescriptSetup,
} from './snippets.ts';

/** What the page of an entity is generated from. */
export interface EntityPageSource {
  readonly connector: ConnectorManifest;
  readonly entity: EntityManifest;
  /** The declaration of the same entity, for the source of its search fields and how the copy is filled. */
  readonly declared: Entity;
  readonly exampleOf: (action: string) => DemoExample;
}

/** The page of an entity: every action with parameters and examples, the record, the search fields. */
export function entityPage(source: EntityPageSource): Page {
  const { connector, entity } = source;
  const key = [entity.key ?? []].flat().map((field) => `\`${field}\``);
  const parts = [
    `# ${connector.id} · ${entity.name}`,
    `${entity.summary}. Part of the [${connector.vendor}](./index.md) connector.`,
    key.length === 0 ? 'Records have no key.' : `Records are identified by ${key.join(' and ')}.`,
    actionsTable(entity),
    setup(connector),
    ...entity.actions.map((action) => actionSection(source, action)),
    recordSection(entity),
    ...(entity.search === null ? [] : [searchSection(source, entity.search.fields)]),
  ];
  return {
    path: `connectors/${connector.id}/${entity.name}`,
    title: `${connector.id} · ${entity.name}`,
    isWide: true,
    text: `${parts.join('\n\n')}\n`,
  };
}

function actionsTable({ actions }: EntityManifest): string {
  const rows = actions.map(({ action, summary, effect }) => ({
    cells: [`<a href="#${action}">${action}</a>`, escapeHtml(summary), effect],
  }));
  return table(['action', 'what it does', 'effect'], rows, 'actions');
}

function setup({ id }: ConnectorManifest): string {
  const shell = shellSetup(id);
  const tabs = codeTabs('setup', {
    curl: shell,
    typescript: `// ${environmentNote}\n${typescriptSetup(id)}`,
    python: `# ${environmentNote}\n${pythonSetup}`,
    cli: commandSetup,
  });
  return `::: details Before you run the examples
Run this in the folder where \`npm start\` runs the demo. For your own gateway, set its URL, a token and the \`id\` of a connection.

${tabs}
:::`;
}

const environmentNote = 'Set the variables shown in the curl tab first.';

function actionSection(source: EntityPageSource, manifest: ActionManifest): string {
  const { connector, entity, exampleOf } = source;
  const { action, summary, params, result } = manifest;
  const example = exampleOf(action);
  const call: ExampleCall = {
    connector: connector.id,
    entity: entity.name,
    action,
    result,
    params: example.params,
    schema: params,
  };
  return [
    `## ${action} {#${action}}`,
    '<div class="action">\n<div class="action-text">',
    `${summary}.`,
    ...(manifest.effect === 'outward' ? [outward(connector)] : []),
    ...(manifest.deprecated === undefined ? [] : [`${deprecation(manifest.deprecated)}`]),
    '<h3>Parameters</h3>',
    fieldList(params, { anchor: action, isInput: true }) || 'None.',
    '<h3>Response</h3>',
    responseOf(manifest),
    ...(manifest.result_schema === undefined
      ? []
      : [fieldList(manifest.result_schema, { anchor: `${action}.result`, isInput: false })]),
    `</div>\n${unsearched(codeOf(call, example.response))}\n</div>`,
  ].join('\n\n');
}

function codeOf(call: ExampleCall, reply: DemoExample['response']): string {
  const tabs = codeTabs(call.action, {
    curl: curlExample(call),
    typescript: typescriptExample(call),
    python: pythonExample(call),
    cli: commandExample(call),
  });
  const response = reply === undefined ? '' : `\n\n\`\`\`json ${scrolling}\n${JSON.stringify(reply, null, 2)}\n\`\`\``;
  return `<div class="action-code">\n${tabs}${response}\n\n</div>`;
}

function outward({ vendor }: ConnectorManifest): string {
  return `::: warning Has effects outside ${vendor}\nIt reaches people or other systems and cannot be undone.\n:::`;
}

function deprecation({ since, until, instead }: NonNullable<ActionManifest['deprecated']>): string {
  return `::: warning Deprecated since ${since}\nIt works until ${until} ([versions](/guide/versioning.md)). ${instead}\n:::`;
}

function responseOf({ action, result, meta, result_schema: own }: ActionManifest): string {
  if (result === 'file') return 'Returns the file ([downloads](/reference/execute.md#downloads)).';
  if (action === 'context_store_search') {
    return 'Returns an array of records with the [search fields](#search-fields). `meta` has `has_more`, `cursor`, `took_ms`, `synced_at` and `next_params` ([search](/reference/search.md)).';
  }
  if (result === 'records') {
    const names = [...meta, 'next_params'].map((name) => `\`${name}\``);
    const last = names.pop();
    const all = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
    return `Returns an array of [records](#record). \`meta\` has ${all} ([paging](/reference/execute.md#result)).`;
  }
  const write =
    action === 'get' ? '' : ' Send an [`Idempotency-Key`](/reference/execute.md#idempotency) to retry it safely.';
  return `Returns ${own === undefined ? 'the [record](#record)' : 'an object with these fields'}.${write}`;
}

function recordSection({ record, personal }: EntityManifest): string {
  const lead =
    'The record as the vendor returns it. Any field except the key can be null or absent, fields with known values can have others, and unlisted fields are passed through.';
  const fields = fieldList(record, { anchor: 'record', isInput: false });
  return `## Record {#record}\n\n${lead}\n\n<div class="record">\n${fields}\n</div>${personalFields(personal)}`;
}

function personalFields(personal: EntityManifest['personal']): string {
  const kinds = personalKinds.flatMap((kind): Row[] => {
    const fields = Object.keys(personal).filter((field) => personal[field] === kind);
    return fields.length === 0 ? [] : [{ cells: [code(kind), fields.map(code).join(', ')] }];
  });
  if (kinds.length === 0) return '';
  const lead = 'Fields with personal data, which a [policy](/guide/data-policies.md) can hide by kind:';
  return `\n\n### Personal data {#personal}\n\n${lead}\n\n${table(['kind', 'fields'], kinds)}`;
}

const typeText = ({ type, format }: SearchFieldManifest) =>
  format === undefined ? type : `${type}, a time (${code(format)})`;

function searchSection({ declared }: EntityPageSource, fields: readonly SearchFieldManifest[]): string {
  const rows = fields.map(
    (field): Row => ({
      id: `search.${field.name}`,
      cells: [code(field.name), typeText(field), field.nullable ? 'yes' : 'no', sourceOf(field, declared)],
    }),
  );
  return [
    '## Search fields {#search-fields}',
    'Fields that `context_store_search` can filter, sort and return ([operators by type](/reference/search.md#conditions)).',
    folded(table(['search field', 'type', 'may be null', 'value'], rows), rows.length),
    syncLine(declared),
  ].join('\n\n');
}

function folded(list: string, length: number): string {
  if (length <= maxUnfolded) return list;
  return `<details class="more-fields"><summary>${length} search fields</summary>\n${list}\n</details>`;
}

function sourceOf({ name, absent }: SearchFieldManifest, { search }: Entity): string {
  if (absent !== undefined) return `Always null: ${escapeHtml(absent)}.`;
  const derived = search?.derived[name];
  if (derived === undefined) return `${code(name)} of the record`;
  if (derived.param !== undefined) return `The parameter ${code(derived.param)} with which the record was read`;
  return 'Computed from the record';
}

function syncLine({ sync }: Entity): string {
  if (sync === null) return 'The copy of this entity is not synchronized.';
  const { via, each, cursor } = sync;
  const above = each !== undefined && 'name' in each ? `, once per record of [${each.name}](./${each.name}.md)` : '';
  const setting = each !== undefined && 'setting' in each ? `, once per entry of the setting \`${each.setting}\`` : '';
  const later =
    cursor === undefined
      ? 'Each pass reads the whole list.'
      : `Between full passes, only records that are new by \`${cursor.field}\` are read.`;
  return `The copy is read with \`${via}\`${above}${setting}. ${later} See [synchronization](/reference/sync.md).`;
}
