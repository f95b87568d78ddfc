import type { Connector, RawValue } from '@connectory/connector-sdk';
import { helpCentre, hiringDesk, ledger, repositoryHost } from '@connectory/test-support/fixture-connectors';
import {
  helpCentreSandbox,
  hiringDeskSandbox,
  ledgerSandbox,
  repositoryHostSandbox,
} from '@connectory/test-support/fixture-sandboxes';
import { expect } from 'vitest';
import { startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { adminToken, type RunningGateway } from './running-gateway.ts';

/** The headers of a request of the Agent SDK. */
export const sdk = { 'x-adp-agent-sdk': 'airbyte-agent-sdk' };

/**
 * Made-up connectors in place of four connectors of the hosted service: its clients look connections up by its definition ids. The tests in
 * `every-connector` run the real SDK with the real connectors.
 */
export const hostedConnectors: readonly Connector[] = [
  { ...hiringDesk, id: 'ashby' },
  { ...repositoryHost, id: 'github' },
  { ...ledger, id: 'stripe' },
  { ...helpCentre, id: 'zendesk' },
];

const [ashby, github, stripe, zendesk] = hostedConnectors as readonly [Connector, Connector, Connector, Connector];
const hostedSandboxes = [
  { ...repositoryHostSandbox, connector: github },
  { ...helpCentreSandbox, connector: zendesk },
  { ...ledgerSandbox, connector: stripe },
  { ...hiringDeskSandbox, connector: ashby },
];

/** A gateway in hosted mode with a second workspace, `other`. */
export interface AgentGateway extends RunningGateway {
  /** A token of the workspace `other`. */
  readonly otherToken: string;
  /** Creates an object with the admin token and returns the response. */
  created(path: string, body: object): Promise<RawValue>;
}

/** Starts the gateway of the suites about existing clients, with the copies of customers and of repositories complete. */
export async function startAgentGateway(): Promise<AgentGateway> {
  const gateway = await startHostedGateway({ connectors: hostedConnectors, sandboxes: hostedSandboxes });
  await untilSynced(gateway, 'stripe', ['customers']);
  await untilSynced(gateway, 'github', ['repositories']);
  const created = async (path: string, body: object): Promise<RawValue> => {
    const { status, json, text } = await gateway.send('POST', path, { body, token: adminToken });
    expect(status, text).toBe(201);
    return json;
  };
  await created('/api/v1/workspaces', { name: 'other' });
  const { token } = await created('/api/v1/workspaces/other/tokens', { name: 'other' });
  return { ...gateway, otherToken: token, created };
}
