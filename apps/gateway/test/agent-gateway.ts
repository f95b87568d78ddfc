import type { RawValue } from '@connectory/connector-sdk';
import { expect } from 'vitest';
import { startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { adminToken, type RunningGateway } from './running-gateway.ts';

/** What makes a request one of the Agent SDK. */
export const sdk = { 'x-adp-agent-sdk': 'airbyte-agent-sdk' };

/** A gateway in hosted mode with a second workspace, `other`. */
export interface AgentGateway extends RunningGateway {
  /** A token of the workspace `other`. */
  readonly otherToken: string;
  /** Creates something with the admin token and gives the answer. */
  created(path: string, body: object): Promise<RawValue>;
}

/** Starts the gateway of the suites on existing clients; the copy of customers is there. */
export async function startAgentGateway(): Promise<AgentGateway> {
  const gateway = await startHostedGateway();
  await untilSynced(gateway, 'payments', ['customers']);
  const created = async (path: string, body: object): Promise<RawValue> => {
    const { status, json, text } = await gateway.send('POST', path, { body, token: adminToken });
    expect(status, text).toBe(201);
    return json;
  };
  await created('/api/v1/workspaces', { name: 'other' });
  const { token } = await created('/api/v1/workspaces/other/tokens', { name: 'other' });
  return { ...gateway, otherToken: token, created };
}
