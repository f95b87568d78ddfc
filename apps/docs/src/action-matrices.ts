import { type ConnectorManifest, directActions } from '@connectory/connector-sdk/engine';
import { escapeHtml, table } from './html.ts';

const actions = [...directActions, 'context_store_search'] as const;
const absent = '<span class="absent">–</span>';

type Action = (typeof actions)[number];
type Entity = ConnectorManifest['entities'][number];

// Allows a line break between words, for narrow columns.
const breakable = (name: string) => name.replaceAll('_', '_<wbr>');

const has = (entity: Entity, action: Action) => entity.actions.some((one) => one.action === action);
const titleOf = (action: Action) => action.replaceAll('_', ' ');

/** The entities of a connector and their actions, with links to their descriptions. */
export function actionsMatrix({ entities }: ConnectorManifest): string {
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
