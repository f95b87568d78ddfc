import type { ActionManifest, ConnectorManifest } from '@connectory/connector-sdk/engine';
import { markdownTable, withPart } from './markdown.ts';

const marks = {
  begin: '<!-- The table of connectors is written by "npm run spec:write". -->',
  end: '<!-- End of the table of connectors. -->',
};

/** A connector as shown in the table. */
export type ShownConnector = Pick<ConnectorManifest, 'id' | 'kind' | 'contract_id' | 'vendor' | 'events' | 'auth'> & {
  readonly entities: readonly {
    readonly actions: readonly Pick<ActionManifest, 'action' | 'effect'>[];
  }[];
};

/** Returns a README with the table of the connectors between its two marks. Throws a `TypeError` without the marks. */
export function withConnectorsTable(readme: string, connectors: readonly ShownConnector[]): string {
  return withPart(readme, marks, connectorsTable(connectors));
}

function connectorsTable(connectors: readonly ShownConnector[]): string {
  const rows = connectors
    .toSorted((one, other) => one.vendor.localeCompare(other.vendor))
    .map((connector) => [
      `[${connector.vendor}](connectors/${connector.id}/README.md)`,
      `\`${connector.id}\``,
      connector.kind.replace(/ \d+$/, ''),
      ...actionCounts(connector),
      connector.events ?? 'none',
      connector.contract_id ?? '',
      [...new Set(connector.auth.map(credentialOf))].join(' or '),
    ]);
  return markdownTable([
    ['system', 'connector', 'kind', 'reads', 'writes', 'uploads', 'events', 'contract', 'you connect with'],
    ...rows,
  ]);
}

/** How many actions read, how many change something, and how many of those upload a file. */
function actionCounts({ entities }: ShownConnector): readonly string[] {
  const actions = entities
    .flatMap((entity) => entity.actions)
    .filter(({ action }) => action !== 'context_store_search');
  const reads = actions.filter(({ effect }) => effect === 'read').length;
  const uploads = actions.filter(({ action }) => action === 'upload').length;
  return [reads, actions.length - reads, uploads].map(String);
}

/** The credential a person needs for this authentication alternative, such as `API key`. */
function credentialOf({ scheme, fields }: ConnectorManifest['auth'][number]): string {
  if (scheme === 'oauth2') return 'OAuth 2.0';
  const names = fields.filter(({ required }) => required).map(({ name }) => name.replaceAll('_', ' '));
  return names.join(' and ').replaceAll('api ', 'API ').replaceAll(' sid', ' SID');
}
