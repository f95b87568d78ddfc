import type { UpstreamReport } from '@connectory/api-description';
import type { Connector } from '@connectory/connector-sdk';
import { checkConnector } from '@connectory/testkit/check-connector';
import { loadDescriptions, readUpstreamFacts } from './upstream-facts.ts';

/** The outcome for one connector: a report, or why there is nothing to hold it against. */
export type Outcome = UpstreamReport | { readonly connector: string; readonly undescribed: string };

/**
 * Holds a connector against the descriptions its folder names.
 * @throws Error when its facts or a description cannot be read.
 */
export async function checkInstalled(connector: Connector, descriptionsFolder: string): Promise<Outcome> {
  const facts = await readUpstreamFacts(connector.id);
  if (facts.descriptions.length === 0) return { connector: connector.id, undescribed: facts.reason };
  const descriptions = await loadDescriptions(facts, descriptionsFolder);
  return checkConnector(connector, { descriptions, deviations: facts.deviations });
}
