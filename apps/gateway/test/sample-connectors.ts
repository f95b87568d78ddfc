import type { Connector } from '@connectory/connector-sdk';
import { builtInConnectors } from '../src/index.ts';

const samples = ['code-hosting', 'helpdesk', 'payments', 'recruiting-2'];

/**
 * The connectors that the gateway's own suites run: turbo.json says the same, so that a change of another one need not repeat them. What
 * every connector must show within a gateway stands in `every-connector`.
 */
export const sampleConnectors: readonly Connector[] = builtInConnectors.filter(({ id }) => samples.includes(id));
