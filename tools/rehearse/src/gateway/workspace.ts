import type { ConnectionDraft } from '../vendors/connection-draft.ts';
import type { Answer, GatewayClient, Sending } from './gateway-client.ts';

/** A workspace of a rehearsed gateway, with a token that may do everything except manage. */
export class Workspace {
  readonly name: string;
  readonly path: string;
  readonly adminToken: string;
  readonly token: string;
  /** The process that receives the requests; replaced after a restart. */
  client: GatewayClient;

  private constructor(name: string, client: GatewayClient, adminToken: string, token: string) {
    this.name = name;
    this.path = `/api/v1/workspaces/${name}`;
    this.client = client;
    this.adminToken = adminToken;
    this.token = token;
  }

  /** Creates the workspace and the token. */
  static async create(client: GatewayClient, adminToken: string, name: string): Promise<Workspace> {
    await client.ask('POST', '/api/v1/workspaces', { token: adminToken, body: { name } });
    const path = `/api/v1/workspaces/${name}/tokens`;
    const { token } = await client.ask('POST', path, { token: adminToken, body: { name: 'rehearsal' } });
    return new Workspace(name, client, adminToken, token);
  }

  /** Creates a connection and returns its id. */
  async connect(draft: ConnectionDraft, name: string): Promise<string> {
    const body = { ...draft, name };
    const { id } = await this.client.ask('POST', `${this.path}/connections`, { token: this.adminToken, body });
    return id;
  }

  /** Runs an action through a connection. */
  execute(connection: string, body: unknown, sending: Omit<Sending, 'token' | 'body'> = {}): Promise<Answer> {
    return this.client.send('POST', `/api/v1/integrations/connectors/${connection}/execute`, {
      ...sending,
      token: this.token,
      body,
    });
  }

  /** Sends a management request with the admin token, below the path of the workspace. */
  manage(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
    return this.client.send(method, `${this.path}${path}`, {
      token: this.adminToken,
      ...(body !== undefined && { body }),
      ...(signal !== undefined && { signal }),
    });
  }
}
