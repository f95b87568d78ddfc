import type { Connector } from '@connectory/connector-sdk';
import { checkConnector } from './check-connector.ts';
import type { UpstreamReport } from './check-upstream.ts';
import { loadDescriptions, readUpstreamFacts } from './upstream-facts.ts';

/** The outcome for one connector: a report, or the reason why there is nothing to compare it with. */
export type Outcome = UpstreamReport | { readonly connector: string; readonly undescribed: string };

/** Compares a connector with the descriptions named in its folder. Throws an `Error` if its facts or a description cannot be read. */
export async function checkInstalled(connector: Connector, descriptionsFolder: string): Promise<Outcome> {
  const facts = await readUpstreamFacts(connector.id);
  if (facts.descriptions.length === 0) return { connector: connector.id, undescribed: facts.reason };
  const descriptions = await loadDescriptions(facts, descriptionsFolder);
  return checkConnector(connector, { descriptions, deviations: facts.deviations });
}
