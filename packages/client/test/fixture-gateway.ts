import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@connectory/sandbox';
import { fixtureConnectors, installFixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { startGatewayProcess } from '@connectory/test-support/gateway-process';
import { createClient } from '../src/index.ts';

/** A gateway in a process of its own, with connections to simulated upstreams in the workspace `demo`. */
export interface FixtureGateway {
  readonly url: string;
  /** A token of the workspace. */
  readonly token: string;
  stop(): Promise<void>;
}

const adminToken = 'admin-token-of-the-client-tests';

/** Starts it with a connection named after each of some made-up connectors. */
export async function startFixtureGateway(connectors: readonly string[]): Promise<FixtureGateway> {
  const { sandbox, origin, stop } = await startSandbox({
    connectors: fixtureConnectors,
    sandboxes: fixtureSandboxes,
    recordsPerEntity: 25,
  });
  const dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-client-'));
  const gateway = await startGatewayProcess('main', {
    CONNECTORY_DATA_DIR: dataDirectory,
    CONNECTORY_TRUSTED_CONNECTORS: await installFixtureConnectors(dataDirectory),
    CONNECTORY_ADMIN_TOKEN: adminToken,
    CONNECTORY_EGRESS_ALLOW: new URL(origin).host,
  });
  const admin = createClient({ url: gateway.url, token: adminToken });
  await admin.workspaces.create('demo');
  const { connections, tokens } = admin.workspace('demo');
  for (const connector of connectors) {
    const settings = { base_url: sandbox.baseUrl(origin, connector), ...ownSettings[connector] };
    await connections.create({ connector, credentials: sandbox.credentials(connector), settings });
  }
  const { token } = await tokens.create({ name: 'scenario', policy: { manage: true } });
  return {
    url: gateway.url,
    token,
    stop: async () => {
      await gateway.stop();
      await stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

const ownSettings: Readonly<Record<string, object>> = { 'help-centre': { subdomain: 'sandbox' } };
