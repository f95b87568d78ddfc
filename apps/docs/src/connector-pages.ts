import type { Connector } from '@connectory/connector-sdk';
import { type ConnectorManifest, describeConnector } from '@connectory/connector-sdk/engine';
import { actionsMatrix } from './action-matrices.ts';
import { isTaskSection } from './common-tasks.ts';
import { entityPage } from './entity-page.ts';
import type { Examples } from './examples.ts';
import { code, escapeHtml, table } from './html.ts';
import type { Page } from './page.ts';
import { schemaRows } from './schema-rows.ts';
import { systemKind } from './system-kind.ts';

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
    ['connector', 'vendor', 'API version', 'entities', 'actions'],
    manifests.map(({ id, vendor, upstream, entities }) => ({
      cells: [
        `<a href="/docs/connectors/${id}/">${id}</a>`,
        escapeHtml(vendor),
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
