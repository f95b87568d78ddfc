import type { Connector, RawValue } from '@connectory/connector-sdk';
import { helpCentre, hiringDesk, ledger, repositoryHost } from '@connectory/made-up-connectors';
import { expect } from 'vitest';
import { startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { adminToken, type RunningGateway } from './running-gateway.ts';

/** What makes a request one of the Agent SDK. */
export const sdk = { 'x-adp-agent-sdk': 'airbyte-agent-sdk' };

/**
 * Made-up connectors in the place of four that the hosted service has: its clients look connections up by the ids it gave those. How its
 * own SDK gets on with the real ones stands in `every-connector`.
 */
export const hostedConnectors: readonly Connector[] = [
  { ...repositoryHost, id: 'code-hosting' },
  { ...helpCentre, id: 'helpdesk' },
  { ...ledger, id: 'payments' },
  { ...hiringDesk, id: 'recruiting-2' },
];

/** A gateway in hosted mode with a second workspace, `other`. */
export interface AgentGateway extends RunningGateway {
  /** A token of the workspace `other`. */
  readonly otherToken: string;
  /** Creates something with the admin token and gives the answer. */
  created(path: string, body: object): Promise<RawValue>;
}

/** Starts the gateway of the suites on existing clients; the copies of customers and of repositories are there. */
export async function startAgentGateway(): Promise<AgentGateway> {
  const gateway = await startHostedGateway({ connectors: hostedConnectors });
  await untilSynced(gateway, 'payments', ['customers']);
  await untilSynced(gateway, 'code-hosting', ['repositories']);
  const created = async (path: string, body: object): Promise<RawValue> => {
    const { status, json, text } = await gateway.send('POST', path, { body, token: adminToken });
    expect(status, text).toBe(201);
    return json;
  };
  await created('/api/v1/workspaces', { name: 'other' });
  const { token } = await created('/api/v1/workspaces/other/tokens', { name: 'other' });
  return { ...gateway, otherToken: token, created };
}
