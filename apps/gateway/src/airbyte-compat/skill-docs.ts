import type { ActionManifest, ConnectorManifest, EntityManifest } from '@connectory/connector-sdk/engine';

/** One block of a documentation page, in the format that clients of the hosted service render. */
type DocsBlock =
  | { readonly type: 'heading'; readonly level: number; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'code'; readonly language: string; readonly code: string }
  | {
      readonly type: 'table';
      readonly headers: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

/** The documentation of a connection, or of one of its entities, in the format of the hosted service. */
export interface SkillDocs {
  readonly id: string;
  readonly section_id: string | null;
  readonly metadata: {
    readonly id: string;
    readonly kind: 'connector_source';
    readonly title: string;
    readonly summary: string;
    readonly warnings: readonly string[];
  };
  readonly outline: readonly { readonly id: string; readonly title: string; readonly summary: string }[];
  readonly content: readonly DocsBlock[];
}

/** Returns the documentation of a connector: of one entity if given, otherwise an overview of its entities. */
export function skillDocs(
  id: string,
  manifest: ConnectorManifest,
  warnings: readonly string[],
  entity: EntityManifest | undefined,
): SkillDocs {
  const { vendor, entities } = manifest;
  return {
    id,
    section_id: entity?.name ?? null,
    metadata: {
      id,
      kind: 'connector_source',
      title: vendor,
      summary: `${entities.length} entities of ${vendor}. Each section describes one of them.`,
      warnings,
    },
    outline: entities.map(({ name, summary }) => ({ id: name, title: name, summary })),
    content: entity === undefined ? overview(entities) : entityBlocks(entity),
  };
}

function overview(entities: readonly EntityManifest[]): DocsBlock[] {
  return [
    {
      type: 'paragraph',
      text: 'Run an action of an entity with the parameters listed in its section. Read the section of an entity before the first call.',
    },
    {
      type: 'table',
      headers: ['entity', 'actions'],
      rows: entities.map(({ name, actions }) => [name, actions.map(({ action }) => action).join(', ')]),
    },
  ];
}

function entityBlocks({ actions, search }: EntityManifest): DocsBlock[] {
  const blocks = actions.flatMap((one) => actionBlocks(one));
  if (search === null) return blocks;
  const rows = search.fields.map(({ name, type }) => [name, type]);
  return [
    ...blocks,
    { type: 'heading', level: 3, text: 'Search fields' },
    { type: 'table', headers: ['field', 'type'], rows },
  ];
}

const searchExample = { query: { filter: { like: { name: 'a%' } }, sort: [{ name: 'asc' }] }, limit: 10 };

function actionBlocks({ action, summary, params }: ActionManifest): DocsBlock[] {
  const heading: DocsBlock = { type: 'heading', level: 3, text: action };
  const about: DocsBlock = { type: 'paragraph', text: `${summary}.` };
  if (action === 'context_store_search') {
    return [heading, about, { type: 'code', language: 'json', code: JSON.stringify(searchExample) }];
  }
  const rows = parameterRows(params);
  if (rows.length === 0) return [heading, about];
  return [heading, about, { type: 'table', headers: ['parameter', 'type', 'required', 'meaning'], rows }];
}

interface ParameterSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

function parameterRows(params: ActionManifest['params']): string[][] {
  const { properties = {}, required = [] } = params as {
    readonly properties?: Readonly<Record<string, ParameterSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { type, enum: values, description = '' }]) => [
    name,
    values?.map(String).join(', ') ?? (type === undefined ? 'any' : [type].flat().join(' or ')),
    required.includes(name) ? 'yes' : 'no',
    description,
  ]);
}
