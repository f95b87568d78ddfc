import { type Client, createClient } from '@connectory/client';
import { expect } from 'vitest';
import { adminToken, type ServedGateway, startServedGateway } from './served-gateway.ts';
import { type Ended, runInTest, type Surroundings } from './test-terminal.ts';

interface Account {
  readonly name?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A client of the gateway with the admin token. */
export const adminClient = ({ url }: ServedGateway): Client => createClient({ url, token: adminToken });

/** Creates a workspace; returns the text of a token that may manage it. */
export async function createWorkspace(gateway: ServedGateway, workspace: string): Promise<string> {
  const client = adminClient(gateway);
  await client.workspaces.create(workspace);
  const { token } = await client.workspace(workspace).tokens.create({ name: 'suite', policy: { manage: true } });
  return token;
}

/** Stores an account of a simulated upstream in a workspace. */
export async function addConnection(
  gateway: ServedGateway,
  workspace: string,
  connector: string,
  { name, settings }: Account = {},
): Promise<void> {
  const { sandbox, origin } = gateway.upstreams;
  await adminClient(gateway)
    .workspace(workspace)
    .connections.create({
      connector,
      credentials: sandbox.credentials(connector),
      settings: { ...settings, base_url: sandbox.baseUrl(origin, connector) },
      ...(name !== undefined && { name }),
    });
}

/** A gateway with a workspace `demo` that has an account of the ledger, and the command run with its token. */
export interface ServedDemo {
  readonly gateway: ServedGateway;
  /** A token that may manage the workspace. */
  readonly token: string;
  connectory(words: readonly string[], surroundings?: Surroundings): Promise<Ended>;
}

/** Starts a `ServedDemo`. */
export async function startServedDemo(): Promise<ServedDemo> {
  const gateway = await startServedGateway();
  const token = await createWorkspace(gateway, 'demo');
  await addConnection(gateway, 'demo', 'ledger');
  const connectory: ServedDemo['connectory'] = (words, surroundings = {}) =>
    runInTest(words, {
      ...surroundings,
      environment: { CONNECTORY_URL: gateway.url, CONNECTORY_TOKEN: token, ...surroundings.environment },
    });
  return { gateway, token, connectory };
}

/** Parses the JSON that a successful run printed. */
export async function printedJson<Printed>(run: Promise<Ended>): Promise<Printed> {
  const { code, out, error } = await run;
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out) as Printed;
}
