import type { Connector } from '@connectory/connector-sdk';
import { connectorPurpose } from '../../../tools/spec/connector-purpose.ts';
import { escapeHtml } from './html.ts';
import { repositoryText } from './repository-pages.ts';
import { systemKind } from './system-kind.ts';

/** The cards of the landing page, one per connector sorted by vendor, as one HTML block of a Markdown page. */
export async function systemCards(connectors: readonly Connector[]): Promise<string> {
  const sorted = connectors.toSorted((one, other) => one.vendor.localeCompare(other.vendor));
  const cards = await Promise.all(sorted.map(systemCard));
  return ['<ul class="systems" v-pre>', ...cards, '</ul>'].join('\n');
}

async function systemCard(connector: Connector): Promise<string> {
  const { id, vendor, entities } = connector;
  const actions = entities.reduce((sum, entity) => sum + Object.keys(entity.actions).length, 0);
  return [
    `<li><a href="/docs/connectors/${id}/">${escapeHtml(vendor)}</a>`,
    `<small>${escapeHtml(systemKind(connector))} · ${counted(entities.length, 'entity', 'entities')}, ${counted(actions, 'action', 'actions')}</small>`,
    `<span>${escapeHtml(await purposeOf(id))}</span></li>`,
  ].join('');
}

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

async function purposeOf(id: string): Promise<string> {
  const purpose = connectorPurpose({ id, readme: await repositoryText(`connectors/${id}/README.md`) });
  return `${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}`;
}
