import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connector, RawValue } from '@connectory/connector-sdk';
import { createLogger, type Gateway, readConfiguration, startGateway } from '@connectory/gateway';
import { operationIdOf } from '@connectory/openapi';
import { type ConnectorSandbox, exampleSettings, type Sandbox, startSandbox } from '@connectory/sandbox';
import { request } from 'undici';

/** A gateway on simulated upstreams: in hosted mode, with its copies synchronized. */
export interface ExampleGateway {
  readonly sandbox: Sandbox;
  readonly url: string;
  /** The name of the workspace with a connection of each connector. */
  readonly workspace: string;
  /** A token of the workspace, which may call every connection. */
  readonly token: string;
  /** The ids of the connections, by the ids of their connectors, which are also their names. */
  readonly connections: ReadonlyMap<string, string>;
  /** Sends a body to the URL of an action of a connector and returns the parsed response; undefined for a failure. */
  run(connector: string, entity: string, action: string, body: object): Promise<RawValue | undefined>;
  stop(): Promise<void>;
}

/** Ends what hangs, in milliseconds; a busy machine may need minutes. */
const maxWait = 600_000;

/** Called with the request to an action and its response. */
type Observe = (connector: string, operationId: string, request: object, reply: RawValue) => void;

/** How an example gateway runs. */
export interface ExampleGatewayOptions {
  /** The simulations of the connectors; one without is simulated from its declaration alone. */
  readonly sandboxes?: readonly ConnectorSandbox[];
  /** `direct` starts sooner, but has no copies to search. The default is `hosted`. */
  readonly mode?: 'hosted' | 'direct';
  readonly observe?: Observe | undefined;
}

/** Starts a gateway with a connection of each connector and waits for the first passes over their entities. */
export async function startExampleGateway(
  connectors: readonly Connector[],
  { sandboxes = [], mode = 'hosted', observe }: ExampleGatewayOptions = {},
): Promise<ExampleGateway> {
  const { sandbox, origin, stop } = await startSandbox({ connectors, sandboxes });
  const dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-examples-'));
  const configuration = readConfiguration({
    PORT: '0',
    CONNECTORY_MODE: mode,
    CONNECTORY_DATA_DIR: dataDirectory,
    CONNECTORY_EGRESS_ALLOW: new URL(origin).host,
    CONNECTORY_LOG_LEVEL: 'silent',
  });
  const gateway = await startGateway({ ...configuration, purpose: 'demo' }, connectors, createLogger('silent'));
  const { workspaces, connections, tokens } = gateway.controlPlane;
  const { id: workspace, name } = await workspaces.create('examples');
  const { text } = await tokens.create(workspace, { name: 'examples' });
  const ids = new Map<string, string>();
  const created: CopiedConnection[] = [];
  for (const connector of connectors) {
    const { id } = connector;
    const stored = await connections.create(workspace, {
      connector: id,
      name: id,
      authentication: Object.keys(connector.upstream.authentication)[0] ?? '',
      credentials: sandbox.credentials(id),
      settings: { ...exampleSettings(connector, sandbox), base_url: sandbox.baseUrl(origin, id) },
    });
    ids.set(id, stored.id);
    created.push(stored);
    await gateway.copy?.request(stored);
  }
  // All are requested by now, so that they run side by side.
  if (gateway.copy !== undefined) for (const connection of created) await firstPasses(gateway.copy, connection);
  const token = text.reveal();
  return {
    sandbox,
    url: gateway.url,
    workspace: name,
    token,
    connections: ids,
    run: async (connector, entity, action, body) => {
      const address = `${gateway.url}/api/v1/integrations/connectors/${ids.get(connector)}/execute/${entity}/${action}`;
      const response = await request(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const received = await response.body.text();
      if (response.statusCode !== 200) return undefined;
      // The simulated upstreams listen on a different port each time.
      const reply: RawValue = JSON.parse(received.replaceAll(origin, 'https://upstream.example'));
      observe?.(connector, operationIdOf(entity, action), body, reply);
      return reply;
    },
    stop: async () => {
      await gateway.close();
      await stop();
      await rm(dataDirectory, { recursive: true });
    },
  };
}

type Copies = NonNullable<Gateway['copy']>;
type CopiedConnection = Parameters<Copies['states']>[0];

async function firstPasses(copies: Copies, connection: CopiedConnection): Promise<void> {
  const deadline = Date.now() + maxWait;
  for (;;) {
    const states = await copies.states(connection);
    if (states.length > 0 && states.every(({ finished_at: finished }) => finished !== null)) return;
    if (Date.now() > deadline)
      throw new Error(`The copies of ${connection.connector} were not ready within ten minutes.`);
    await pause(50);
  }
}
