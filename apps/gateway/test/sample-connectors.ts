import { codeHosting } from '@connectory/connector-code-hosting';
import { helpdesk } from '@connectory/connector-helpdesk';
import { payments } from '@connectory/connector-payments';
import { recruiting2 } from '@connectory/connector-recruiting-2';
import type { Connector } from '@connectory/connector-sdk';

/**
 * The connectors that the gateway's own suites run: turbo.json says the same, so that a change of another one need not repeat them. What
 * every connector must show within a gateway stands in `every-connector`.
 */
export const sampleConnectors: readonly Connector[] = [codeHosting, payments, helpdesk, recruiting2];
