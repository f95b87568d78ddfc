import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawValue } from '@connectory/connector-sdk';
import type { Connection, Policy } from '@connectory/control-plane';
import { exampleSettings, type Sandbox, startSandbox } from '@connectory/sandbox';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { builtInSandboxes } from '../../src/built-in-sandboxes.ts';
import { createLogger, readConfiguration, startGateway } from '../../src/index.ts';

/** A gateway with copies, a workspace `test` with a connection per built-in connector, and an empty workspace `other`. */
export interface HostedGateway {
  readonly url: string;
  readonly sandbox: Sandbox;
  /** Ids of the connections by the connector's short name in the hosted service. */
  readonly connections: Readonly<Record<string, string>>;
  /** The short name by the id of the connector. */
  readonly slugs: ReadonlyMap<string, string>;
  /** Creates a token of the workspace `test` and returns its text. */
  token(policy?: Policy): Promise<string>;
  /** Creates a connection of a connector to another upstream, and returns its id. */
  connect(connector: string, name: string, baseUrl: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the gateway on simulated upstreams and waits until every copy is complete. */
export async function startHostedGateway(): Promise<HostedGateway> {
  const { sandbox, origin, stop } = await startSandbox({
    connectors: builtInConnectors,
    sandboxes: builtInSandboxes,
    recordsPerEntity: 25,
  });
  const dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-agent-sdk-'));
  const environment = readConfiguration({
    PORT: '0',
    CONNECTORY_DATA_DIR: dataDirectory,
    CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
    CONNECTORY_LOG_LEVEL: 'silent',
  });
  const gateway = await startGateway({ ...environment, purpose: 'demo' }, builtInConnectors, createLogger('silent'));
  const { workspaces, connections, tokens } = gateway.controlPlane;
  const { id: workspace } = await workspaces.create('test');
  await workspaces.create('other');
  const token = async (policy: Policy = {}) =>
    (await tokens.create(workspace, { name: 'program', policy })).text.reveal();
  const connect = async (connector: string, name: string, baseUrl: string): Promise<Connection> => {
    const declared = builtInConnectors.find(({ id }) => id === connector);
    if (declared === undefined) throw new Error(`There is no connector ${connector}.`);
    return connections.create(workspace, {
      connector,
      name,
      authentication: Object.keys(declared.upstream.authentication)[0] ?? '',
      credentials: sandbox.credentials(connector),
      settings: { ...exampleSettings(declared, sandbox), base_url: baseUrl },
    });
  };
  for (const { id } of builtInConnectors) {
    const stored = await connect(id, id, sandbox.baseUrl(origin, id));
    await gateway.copy?.request(stored);
    while (!(await gateway.copy?.states(stored))?.every(({ finished_at: finished }) => finished !== null))
      await pause(50);
  }
  const slugs = new Map<string, string>();
  const ids: Record<string, string> = {};
  for (const { id, name, summarized_source_template: template } of await connectionsSeen(gateway.url, await token())) {
    slugs.set(name, template.connector_name);
    ids[template.connector_name] = id;
  }
  return {
    url: gateway.url,
    sandbox,
    connections: ids,
    slugs,
    token,
    connect: async (connector, name, baseUrl) => (await connect(connector, name, baseUrl)).id,
    stop: async () => {
      await gateway.close();
      await stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** The connections of the workspace as the SDK lists them. */
async function connectionsSeen(url: string, token: string): Promise<RawValue[]> {
  const headers = { authorization: `Bearer ${token}`, 'x-adp-agent-sdk': 'airbyte-agent-sdk' };
  const response = await fetch(`${url}/api/v1/integrations/connectors`, { headers });
  return ((await response.json()) as RawValue).data;
}
