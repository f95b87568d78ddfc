import type { Connector } from '@connectory/connector-sdk';
import { type ConnectorManifest, describeConnector, directActions } from '@connectory/connector-sdk/engine';
import { connectorPurpose } from './connector-purpose.ts';
import { entityPage } from './entity-page.ts';
import type { Examples } from './examples.ts';
import { schemaRows } from './field-list.ts';
import { code, escapeHtml, table } from './html.ts';
import { type Page, repositoryText } from './repository-pages.ts';

/** The pages of a connector from any package: an overview, which includes the text of its README, and one per entity. */
export function connectorPages(connector: Connector, readme: string, examples: Examples): readonly Page[] {
  const manifest = describeConnector(connector);
  const entities = manifest.entities.flatMap((entity) => {
    const declared = connector.entities.find(({ name }) => name === entity.name);
    if (declared === undefined) return [];
    const exampleOf = (action: string) => examples.of(entity.name, action);
    return [entityPage({ connector: manifest, entity, declared, exampleOf })];
  });
  return [overview(connector, manifest, readme), ...entities];
}

/** The table of all connectors. */
export function connectorsTable(manifests: readonly ConnectorManifest[]): string {
  return table(
    ['connector', 'vendor', 'events', 'API version', 'entities', 'actions'],
    manifests.map(({ id, vendor, events, upstream, entities }) => ({
      cells: [
        `<a href="/docs/connectors/${id}/">${id}</a>`,
        escapeHtml(vendor),
        events ?? 'none',
        code(upstream.version),
        String(entities.length),
        String(
          entities.flatMap(({ actions }) => actions.filter(({ action }) => action !== 'context_store_search')).length,
        ),
      ],
    })),
  );
}

/** The table of the authentication alternatives, with links to their descriptions on each connector's page. */
export function credentialsTable(manifests: readonly ConnectorManifest[]): string {
  const rows = manifests.flatMap(({ id, vendor, auth }) =>
    auth.map(({ name, scheme, fields, description }, index) => ({
      cells: [
        index === 0 ? `<a href="/docs/connectors/${id}/#connecting">${escapeHtml(vendor)}</a>` : '',
        `${code(name)} (${escapeHtml(scheme)})`,
        fields.map((field) => code(field.name)).join(', '),
        escapeHtml(description),
      ],
    })),
  );
  return table(['connector', 'authentication', 'fields', 'what it is'], rows);
}

function overview(connector: Connector, manifest: ConnectorManifest, readme: string): Page {
  const [introduction = '', ...sections] = readme.replace(/^# .*\n/, '').split(/^(?=## )/m);
  const kind = systemKind(connector);
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} (${manifest.vendor})`;
  const parts = [
    `# ${name}`,
    introduction.trim(),
    sections.filter(isTaskSection).join('').trim(),
    '## At a glance',
    facts(connector, manifest),
    '## Entities and actions',
    actionsMatrix(manifest),
    '## Connecting',
    credentials(manifest),
    settings(manifest),
    connect(manifest),
    sections
      .filter((section) => !isTaskSection(section))
      .join('')
      .trim(),
  ];
  return { path: `connectors/${manifest.id}/index`, title: name, text: `${parts.join('\n\n')}\n` };
}

function facts({ upstream }: Connector, manifest: ConnectorManifest): string {
  const { id, version, documentation } = manifest;
  const { version: pinned, sunset } = manifest.upstream;
  const rows = [
    ['connector ID', code(id)],
    ['access', manifest.access === 'read' ? 'read only: no action changes anything at the vendor' : 'read and write'],
    ['package', `${code(`@connectory/connector-${id}`)} ${escapeHtml(version)}`],
    [
      'vendor documentation',
      `<a href="${escapeHtml(documentation)}" rel="noreferrer">${escapeHtml(documentation)}</a>`,
    ],
    ['API version', code(pinned)],
    ['end of that version', sunset === null ? 'none announced' : `<strong>${escapeHtml(sunset)}</strong>`],
    ['base URL', code(upstream.baseUrl)],
    [
      'safe retries of writes',
      upstream.idempotencyHeader === null || upstream.idempotencyHeader === undefined
        ? 'by the gateway'
        : `by the gateway, and by the vendor's ${code(upstream.idempotencyHeader)}`,
    ],
  ];
  return table(
    ['fact', 'value'],
    rows.map((cells) => ({ cells })),
  );
}

function credentials({ auth }: ConnectorManifest): string {
  const rows = auth.flatMap(({ name, scheme, fields }) =>
    fields.map((field, index) => ({
      id: `credential.${name}.${field.name}`,
      cells: [
        index === 0 ? `${code(name)} (${escapeHtml(scheme)})` : '',
        code(field.name),
        field.required ? 'yes' : 'no',
        field.secret ? 'yes' : 'no',
        escapeHtml(field.description),
      ],
    })),
  );
  const choice =
    auth.length > 1
      ? ' The gateway uses the first authentication whose fields match the credentials; set `authentication` to choose another.'
      : '';
  return `Credential fields.${choice}\n\n${table(['authentication', 'field', 'required', 'secret', 'meaning'], rows)}`;
}

function settings({ settings: schema }: ConnectorManifest): string {
  const rows = schemaRows(schema).map((row) => ({
    id: `setting.${row.path}`,
    cells: [
      code(row.path),
      row.type,
      row.required ? 'yes' : 'no',
      escapeHtml(row.limits.join('; ')),
      escapeHtml(row.description),
    ],
  }));
  return `Settings.\n\n${table(['setting', 'type', 'required', 'accepts', 'meaning'], rows)}`;
}

function connect({ id, auth, settings: schema }: ConnectorManifest): string {
  const fields = auth[0]?.fields.filter(({ required }) => required) ?? [];
  const needed = schemaRows(schema).filter(({ required }) => required);
  const body = {
    connector: id,
    credentials: Object.fromEntries(fields.map(({ name }) => [name, '…'])),
    ...(needed.length > 0 && { settings: Object.fromEntries(needed.map(({ path }) => [path, '…'])) }),
  };
  return `Store a connection ([all about connections](/guide/credentials.md)):

\`\`\`sh
curl -s $URL/api/v1/workspaces/acme/connections -H "Authorization: Bearer $ADMIN" -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'
\`\`\``;
}

const actions = [...directActions, 'context_store_search'] as const;
const absent = '<span class="absent">–</span>';

type Action = (typeof actions)[number];
type Entity = ConnectorManifest['entities'][number];

// Allows a line break between words, for narrow columns.
const breakable = (name: string) => name.replaceAll('_', '_<wbr>');

const has = (entity: Entity, action: Action) => entity.actions.some((one) => one.action === action);
const titleOf = (action: Action) => action.replaceAll('_', ' ');

/** The entities of a connector and their actions, with links to their descriptions. */
function actionsMatrix({ entities }: ConnectorManifest): string {
  const offered = actions.filter((action) => entities.some((entity) => has(entity, action)));
  const rows = entities.map((entity) => ({
    cells: [
      `<a href="./${entity.name}"><code>${breakable(entity.name)}</code></a>`,
      ...offered.map((action) => (has(entity, action) ? linkTo(entity, action) : absent)),
    ],
  }));
  return table(['entity', ...offered.map(titleOf)], rows, 'matrix');
}

// A phone shows no columns, so the link names the action.
const linkTo = ({ name }: Entity, action: Action) =>
  `<a href="./${name}#${action}"><span class="in-column">yes</span><span class="in-row">${titleOf(action)}</span></a>`;

/** All connectors, and the number of their entities with each action. */
export function capabilitiesMatrix(manifests: readonly ConnectorManifest[]): string {
  const rows = manifests
    .toSorted((one, other) => one.vendor.localeCompare(other.vendor))
    .map(({ id, vendor, entities }) => ({
      cells: [
        `<a href="/docs/connectors/${id}/#entities-and-actions">${escapeHtml(vendor)}</a>`,
        ...actions.map((action) => {
          const count = entities.filter((entity) => has(entity, action)).length;
          return count === 0 ? absent : String(count);
        }),
      ],
    }));
  return table(['system', ...actions.map(titleOf)], rows, 'counts');
}

/** How many connectors read and write, and which only read, as sentences. */
export function accessSentence(manifests: readonly ConnectorManifest[]): string {
  const named = (access: string) =>
    manifests.filter((manifest) => manifest.access === access).map(({ vendor }) => vendor);
  const [writing, reading] = [named('read and write'), named('read')];
  if (reading.length === 0) return `All ${manifests.length} systems can be read and written.`;
  const list = new Intl.ListFormat('en').format(writing.toSorted());
  return `${writing.length} of the ${manifests.length} systems can be read and written: ${list}. The other ${reading.length} can only be read, live and in the searchable copy; no action changes anything there.`;
}

/** The cards of the landing page, one per connector sorted by vendor, as one HTML block of a Markdown page. */
export async function systemCards(connectors: readonly Connector[]): Promise<string> {
  const sorted = connectors.toSorted((one, other) => one.vendor.localeCompare(other.vendor));
  const cards = await Promise.all(sorted.map(systemCard));
  return ['<ul class="systems" v-pre>', ...cards, '</ul>'].join('\n');
}

async function systemCard(connector: Connector): Promise<string> {
  const { id, vendor, entities } = connector;
  const { access } = describeConnector(connector);
  const actions = entities.reduce((sum, entity) => sum + Object.keys(entity.actions).length, 0);
  return [
    `<li><a href="/docs/connectors/${id}/">${escapeHtml(vendor)}</a>`,
    `<small>${escapeHtml(systemKind(connector))} · ${access}<br>${counted(entities.length, 'entity', 'entities')}, ${counted(actions, 'action', 'actions')}</small>`,
    `<span>${escapeHtml(await purposeOf(id))}</span></li>`,
  ].join('');
}

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

async function purposeOf(id: string): Promise<string> {
  const purpose = connectorPurpose({ id, readme: await repositoryText(`connectors/${id}/README.md`) });
  return `${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}`;
}

/**
 * The kind of system a connector is for. The catalog numbers kinds that several connectors share; readers see the vendor next to it
 * instead.
 */
const systemKind = ({ kind }: Pick<Connector, 'kind'>): string => kind.replace(/ \d+$/, '');

const heading = '## Common tasks\n';

/** Whether a section of a connector's README, which begins with its `## ` heading, contains common tasks. */
const isTaskSection = (section: string): boolean => section.startsWith(heading);

/** One task of a connector's README: its title, and the Markdown that explains it. */
export interface CommonTask {
  readonly title: string;
  readonly text: string;
}

/** Returns the tasks of a connector's README, in order; none if it has no section for them. */
export function commonTasks(readme: string): readonly CommonTask[] {
  const section = readme.split(/^(?=## )/m).find(isTaskSection) ?? '';
  const [, ...tasks] = section.split(/^### /m);
  return tasks.map((task) => {
    const [title = '', ...lines] = task.split('\n');
    return { title, text: lines.join('\n').trim() };
  });
}
