import { type Client, createClient } from '@connectory/client';
import { adminToken, type ServedGateway } from './served-gateway.ts';

interface Account {
  readonly name?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A client of the gateway with the admin token. */
export const adminClient = ({ url }: ServedGateway): Client => createClient({ url, token: adminToken });

/** Creates a workspace; gives the text of a token that may manage it. */
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
