import { Changes } from './changes.ts';
import { ConnectLinks, OAuthApps } from './connect-links.ts';
import { ConnectorClient } from './connector-client.ts';
import type { LoosePaths } from './connector-types.ts';
import type { BuiltInConnectors } from './generated/connectors.generated.ts';
import type { components } from './generated/gateway.generated.ts';
import { HeldWrites } from './held-writes.ts';
import {
  Audit,
  Connections,
  type ConnectorInstance,
  Connectors,
  entriesOf,
  type FindRequest,
  type FoundRecords,
  GatewayAudit,
  type Overview,
  perPage,
  Tokens,
  type Whoami,
  Workspaces,
} from './management.ts';
import { Members, People, Roles } from './people.ts';
import { PersonRequests } from './person-requests.ts';
import { Subscriptions } from './subscriptions.ts';
import { type ClientOptions, createTransport, dataOf, type Transport } from './transport.ts';

/** A SELECT statement, and what it may return. */
export type SqlRequest = components['schemas']['SqlRequest'];
/** The rows of a statement. */
export type SqlResult = components['schemas']['SqlResult'];

/** Resources of one workspace. */
export interface WorkspaceClient {
  readonly audit: Audit;
  readonly changes: Changes;
  readonly connections: Connections;
  readonly connectLinks: ConnectLinks;
  readonly heldWrites: HeldWrites;
  readonly members: Members;
  readonly oauthApps: OAuthApps;
  readonly personRequests: PersonRequests;
  readonly roles: Roles;
  readonly subscriptions: Subscriptions;
  readonly tokens: Tokens;
  /** Runs a SELECT statement over the copies of all connections. Integers beyond 2^53 lose digits here. */
  sql(request: SqlRequest): Promise<SqlResult>;
  /** Figures of the calls of the last 24 hours or 7 days, and what needs attention. */
  overview(hours: '24' | '168'): Promise<Overview>;
  /** Finds records by words in the copies of all connections, best first. Needs a gateway in hosted mode. */
  find(request: FindRequest): Promise<FoundRecords>;
}

/** A client of one gateway. All methods throw `ConnectoryError` if the gateway rejects the call or fails. */
export interface Client {
  /** Runs the actions of a connection of a built-in connector; `connectorId` is the id of the connection, `name` the connector's. */
  connector<Name extends keyof BuiltInConnectors>(
    connectorId: string,
    name: Name,
  ): ConnectorClient<BuiltInConnectors[Name]>;
  /**
   * Runs the actions of a connection of any other connector: `Paths` are the types that openapi-typescript makes of its
   * `/openapi/{connector}.json`. Without them entities, params and records are not checked.
   */
  connector<Paths extends object = LoosePaths>(connectorId: string, name?: string): ConnectorClient<Paths>;
  /** The connections of a workspace in short, ordered by name: that of the token unless another is named. */
  connectorInstances(workspace?: string): AsyncGenerator<ConnectorInstance, void>;
  /** The connectors that are installed. */
  readonly connectors: Connectors;
  readonly workspaces: Workspaces;
  readonly people: People;
  /** The token of this client: its name, workspace, policy and expiry, and its rights in plain words; or the person who is signed in. */
  whoami(): Promise<Whoami>;
  /** The audit entries of no workspace. */
  readonly audit: GatewayAudit;
  /** Resources of a workspace, by its name or ID. */
  workspace(name: string): WorkspaceClient;
  /** Every address of the gateway's OpenAPI document, typed by it (openapi-fetch). */
  readonly transport: Transport;
}

/** Makes a client. Throws a `TypeError` for a `url` or a `token` that cannot be one. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  return {
    connector: <Paths>(connectorId: string) => new ConnectorClient<Paths>(transport, connectorId),
    connectorInstances: (workspace) =>
      entriesOf((cursor) => {
        const query = { limit: perPage, ...(workspace !== undefined && { workspace_name: workspace }), ...cursor };
        return dataOf(transport.GET('/api/v1/integrations/connectors', { params: { query } }));
      }),
    connectors: new Connectors(transport),
    workspaces: new Workspaces(transport),
    people: new People(transport),
    whoami: () => dataOf(transport.GET('/api/v1/whoami')),
    audit: new GatewayAudit(transport),
    workspace: (name) => ({
      audit: new Audit(transport, name),
      changes: new Changes(transport, name),
      connections: new Connections(transport, name),
      connectLinks: new ConnectLinks(transport, name),
      heldWrites: new HeldWrites(transport, name),
      members: new Members(transport, name),
      oauthApps: new OAuthApps(transport, name),
      personRequests: new PersonRequests(transport, name),
      roles: new Roles(transport, name),
      subscriptions: new Subscriptions(transport, name),
      tokens: new Tokens(transport, name),
      find: (body) =>
        dataOf(
          transport.POST('/api/v1/workspaces/{workspace}/search', {
            params: { path: { workspace: name } },
            body: { limit: 20, ...body },
          }),
        ),
      sql: (body) =>
        dataOf(transport.POST('/api/v1/workspaces/{workspace}/sql', { params: { path: { workspace: name } }, body })),
      overview: (hours) =>
        dataOf(
          transport.GET('/api/v1/workspaces/{workspace}/overview', {
            params: { path: { workspace: name }, query: { hours } },
          }),
        ),
    }),
    transport,
  };
}
