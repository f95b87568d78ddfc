import type { components, operations } from './generated/gateway.generated.ts';
import { dataOf, type Transport } from './transport.ts';

type Schemas = components['schemas'];

/** A tenant. */
export type Workspace = Schemas['Workspace'];
/** A stored account, without its credentials. */
export type Connection = Schemas['Connection'];
/** Body that creates a connection. */
export type NewConnection = Schemas['NewConnection'];
/** Body that changes a connection. */
export type ConnectionChange = Schemas['ConnectionChange'];
/** A connection in short: its `id` is the connector id of execute calls. */
export type ConnectorInstance = Schemas['ConnectorInstance'];
/** An installed connector in short. */
export type ConnectorSummary = Schemas['ConnectorSummary'];
/** An installed connector with entities, actions and the JSON Schemas of everything. */
export type ConnectorManifest = Schemas['ConnectorManifest'];
/** One entity of a connector with the JSON Schemas of its parameters and records. */
export type ConnectorEntity = Schemas['ConnectorEntity'];
/** An action in short, as it is found. */
export type FoundAction = Schemas['FoundAction'];
/** Criteria for finding actions. */
export type ActionQuery = NonNullable<operations['findActions']['parameters']['query']>;
/** An access token, without its text. */
export type Token = Schemas['Token'];
/** The token of a client, and what it may do. */
export type Whoami = Schemas['Whoami'];
/** Body that creates a token. */
export type NewToken = Schemas['NewToken'];
/** A new token with its text, which is shown only here. */
export type CreatedToken = Schemas['CreatedToken'];
/** Body that changes a workspace. */
export type WorkspaceChange = Schemas['WorkspaceChange'];
/** Policy of a new token. */
export type NewPolicy = Schemas['NewPolicy'];
/** A page of connections with the actions a token could run on each. */
export type TokenPreview = Schemas['TokenPreview'];
/** Which record to show, and by which policy. */
export type NewRecordPreview = Schemas['NewRecordPreview'];
/** One record, as the caller and a token would see it. */
export type RecordPreview = Schemas['RecordPreview'];
/** Where the vendor of a connection sends events, and how many arrived. */
export type EventEndpoint = Schemas['EventEndpoint'];
/** Outcome of registering or removing the webhooks of a connection at its vendor. */
export type EventRegistration = Schemas['EventRegistration'];
/** Records at which to register the URL of a connection. */
export type EventRegistrationRequest = Schemas['EventRegistrationRequest'];
/** Body that changes an event endpoint. */
export type EventEndpointChange = Schemas['EventEndpointChange'];
/** How far the copy of one entity is. */
export type EntitySync = Schemas['EntitySync'];
/** What the account of a connection has added to its connector. */
export type OwnFields = Schemas['OwnFields'];
/** A pass that has ended. */
export type SyncPass = Schemas['SyncPass'];

/** Figures of the calls of a workspace, and what needs attention. */
export type Overview = Schemas['Overview'];
/** Words to find, and where: by default everywhere that the token may search. */
export type FindRequest = Partial<Schemas['FindRequest']> & Pick<Schemas['FindRequest'], 'words'>;
/** A record that was found, with its title, a link and the call that returns it whole. */
export type FoundRecord = Schemas['FoundRecord'];
/** Records of all connections that match words, best first; `meta` says which copies were searched. */
export type FoundRecords = Schemas['FoundRecords'];

interface ListResponse<Item> {
  readonly data: Item[];
  readonly meta: { readonly next_cursor: string | null };
}

/** The entries of all pages of a list; `page` requests one page. */
export async function* entriesOf<Item>(
  page: (cursor: { cursor?: string }) => Promise<ListResponse<Item>>,
): AsyncGenerator<Item, void> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, meta }: ListResponse<Item> = await page(cursor === '' ? {} : { cursor });
    yield* data;
    cursor = meta.next_cursor;
  }
}

/** The most entries a gateway puts on a page. */
export const perPage = 100;

/** All workspaces for the admin token, its own for any other. */
export class Workspaces {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The workspaces, ordered by name. */
  list(): AsyncGenerator<Workspace, void> {
    return entriesOf((cursor) =>
      dataOf(this.#transport.GET('/api/v1/workspaces', { params: { query: { limit: perPage, ...cursor } } })),
    );
  }

  /** Creates a workspace. Requires the admin token. */
  create(name: string): Promise<Workspace> {
    return dataOf(this.#transport.POST('/api/v1/workspaces', { body: { name } }));
  }

  /** Replaces the limits of a workspace; those that are omitted are removed. Requires the admin token. */
  update(workspace: string, change: WorkspaceChange): Promise<Workspace> {
    const path = { workspace };
    return dataOf(this.#transport.PATCH('/api/v1/workspaces/{workspace}', { params: { path }, body: change }));
  }

  /** Deletes a workspace with everything in it. Requires the admin token. */
  delete(workspace: string): Promise<Workspace> {
    const path = { workspace };
    return dataOf(this.#transport.DELETE('/api/v1/workspaces/{workspace}', { params: { path } }));
  }
}

/** The connectors that the gateway has installed. */
export class Connectors {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The connectors in short, ordered by id. */
  list(): AsyncGenerator<ConnectorSummary, void> {
    return entriesOf((cursor) =>
      dataOf(this.#transport.GET('/api/v1/connectors', { params: { query: { limit: perPage, ...cursor } } })),
    );
  }

  /** One connector with everything the token may use of it. */
  get(id: string): Promise<ConnectorManifest> {
    return dataOf(this.#transport.GET('/api/v1/connectors/{id}', { params: { path: { id } } }));
  }

  /** One entity of a connector, as `get` has it. */
  entity(id: string, entity: string): Promise<ConnectorEntity> {
    return dataOf(
      this.#transport.GET('/api/v1/connectors/{id}/entities/{entity}', { params: { path: { id, entity } } }),
    );
  }

  /** The actions that match a request in plain words (`q`), best match first. */
  async findActions(query: ActionQuery): Promise<readonly FoundAction[]> {
    return (await dataOf(this.#transport.GET('/api/v1/actions', { params: { query } }))).data;
  }
}

/** The connections of a workspace. Looking at them needs any of its tokens, all else the admin token or one that may manage. */
export class Connections {
  readonly #transport: Transport;
  readonly #workspace: string;

  constructor(transport: Transport, workspace: string) {
    this.#transport = transport;
    this.#workspace = workspace;
  }

  /** The connections, ordered by name. */
  list(filter: { readonly connector?: string } = {}): AsyncGenerator<Connection, void> {
    const path = { workspace: this.#workspace };
    return entriesOf((cursor) =>
      dataOf(
        this.#transport.GET('/api/v1/workspaces/{workspace}/connections', {
          params: { path, query: { limit: perPage, ...filter, ...cursor } },
        }),
      ),
    );
  }

  /** Stores an account. Its credentials are proved with a read of the upstream first, unless `check` is false. */
  create(connection: NewConnection): Promise<Connection> {
    const path = { workspace: this.#workspace };
    return dataOf(
      this.#transport.POST('/api/v1/workspaces/{workspace}/connections', { params: { path }, body: connection }),
    );
  }

  /** One connection. */
  get(id: string): Promise<Connection> {
    return dataOf(this.#transport.GET('/api/v1/workspaces/{workspace}/connections/{id}', this.#one(id)));
  }

  /** Replaces credentials or settings. Settings that lead to another origin need all credentials again. */
  update(id: string, change: ConnectionChange): Promise<Connection> {
    return dataOf(
      this.#transport.PATCH('/api/v1/workspaces/{workspace}/connections/{id}', { ...this.#one(id), body: change }),
    );
  }

  /** Removes a connection with its credentials and its synchronized copy. */
  remove(id: string): Promise<Connection> {
    return dataOf(this.#transport.DELETE('/api/v1/workspaces/{workspace}/connections/{id}', this.#one(id)));
  }

  /** Proves that the stored credentials work. */
  check(id: string): Promise<Connection> {
    return dataOf(this.#transport.POST('/api/v1/workspaces/{workspace}/connections/{id}/check', this.#one(id)));
  }

  /** How far the copy of each entity is. */
  async syncs(id: string): Promise<readonly EntitySync[]> {
    const path = '/api/v1/workspaces/{workspace}/connections/{id}/syncs';
    return (await dataOf(this.#transport.GET(path, this.#one(id)))).data;
  }

  /** What the last passes of an entity did, newest first. */
  async passes(id: string, entity: string): Promise<readonly SyncPass[]> {
    const path = '/api/v1/workspaces/{workspace}/connections/{id}/syncs/{entity}/passes';
    const params = { path: { ...this.#one(id).params.path, entity } };
    return (await dataOf(this.#transport.GET(path, { params }))).data;
  }

  /** Requests a synchronization and returns the states before it. */
  async startSync(
    id: string,
    wanted: { readonly entities?: string[]; readonly full?: boolean } = {},
  ): Promise<readonly EntitySync[]> {
    const path = '/api/v1/workspaces/{workspace}/connections/{id}/syncs';
    return (await dataOf(this.#transport.POST(path, { ...this.#one(id), body: wanted }))).data;
  }

  /** The fields and entities that the account of a connection has added, as they were last read at the vendor. */
  ownFields(id: string, query: { readonly entity?: string } = {}): Promise<OwnFields> {
    const path = '/api/v1/workspaces/{workspace}/connections/{id}/fields';
    return dataOf(this.#transport.GET(path, { params: { ...this.#one(id).params, query } }));
  }

  /** Reads them at the vendor. */
  discoverOwnFields(id: string): Promise<OwnFields> {
    return dataOf(this.#transport.POST('/api/v1/workspaces/{workspace}/connections/{id}/fields', this.#one(id)));
  }

  /** Where the vendor of a connection sends events; created by the first call. */
  events(id: string): Promise<EventEndpoint> {
    return dataOf(this.#transport.GET('/api/v1/workspaces/{workspace}/connections/{id}/events', this.#one(id)));
  }

  /** Stores the secret with which the vendor signs events, or makes a new URL for them. */
  updateEvents(id: string, change: EventEndpointChange): Promise<EventEndpoint> {
    const path = '/api/v1/workspaces/{workspace}/connections/{id}/events';
    return dataOf(this.#transport.PUT(path, { ...this.#one(id), body: change }));
  }

  /** Creates the missing webhooks of a connection at its vendor. Those that the vendor rejects are in `failed`. */
  registerEvents(id: string, wanted: EventRegistrationRequest = {}): Promise<EventRegistration> {
    const path = '/api/v1/workspaces/{workspace}/connections/{id}/events/registration';
    return dataOf(this.#transport.POST(path, { ...this.#one(id), body: wanted }));
  }

  /** Removes the webhooks of a connection from its vendor. */
  unregisterEvents(id: string): Promise<EventRegistration> {
    const path = '/api/v1/workspaces/{workspace}/connections/{id}/events/registration';
    return dataOf(this.#transport.DELETE(path, this.#one(id)));
  }

  #one(id: string): { params: { path: { workspace: string; id: string } } } {
    return { params: { path: { workspace: this.#workspace, id } } };
  }
}

/** The access tokens of a workspace. Needs the admin token, or a token that may manage, which sees and makes none wider than itself. */
export class Tokens {
  readonly #transport: Transport;
  readonly #workspace: string;

  constructor(transport: Transport, workspace: string) {
    this.#transport = transport;
    this.#workspace = workspace;
  }

  /** The tokens, oldest first, with expired and revoked ones. */
  list(): AsyncGenerator<Token, void> {
    const path = { workspace: this.#workspace };
    return entriesOf((cursor) =>
      dataOf(
        this.#transport.GET('/api/v1/workspaces/{workspace}/tokens', {
          params: { path, query: { limit: perPage, ...cursor } },
        }),
      ),
    );
  }

  /** Creates a token and returns its text, which cannot be read again. */
  create(token: NewToken): Promise<CreatedToken> {
    const path = { workspace: this.#workspace };
    return dataOf(this.#transport.POST('/api/v1/workspaces/{workspace}/tokens', { params: { path }, body: token }));
  }

  /** A page of what a token with a policy could see and do, by connection; `meta.next_cursor` continues. Creates no token. */
  preview(policy: NewPolicy, page: { readonly limit?: number; readonly cursor?: string } = {}): Promise<TokenPreview> {
    const path = { workspace: this.#workspace };
    return dataOf(
      this.#transport.POST('/api/v1/workspaces/{workspace}/tokens/preview', {
        params: { path, query: page },
        body: { policy },
      }),
    );
  }

  /** One record as the caller sees it, and as a token with a policy would. */
  previewRecord(record: NewRecordPreview): Promise<RecordPreview> {
    const path = { workspace: this.#workspace };
    return dataOf(
      this.#transport.POST('/api/v1/workspaces/{workspace}/tokens/preview/record', { params: { path }, body: record }),
    );
  }

  /** Ends a token for good. */
  revoke(id: string): Promise<Token> {
    const path = { workspace: this.#workspace, id };
    return dataOf(this.#transport.DELETE('/api/v1/workspaces/{workspace}/tokens/{id}', { params: { path } }));
  }
}

type AuditQuery = NonNullable<operations['listAuditEntries']['parameters']['query']>;

/** One request as the audit keeps it: who did what through which connection, and how it ended. */
export type AuditEntry = Schemas['AuditEntry'];
/** A page of entries; `meta.next_cursor` is null on the last one. */
export type AuditPage = Schemas['AuditList'];
/** Which entries to read; all of them unless something is named. */
export type AuditFilter = Omit<AuditQuery, 'limit' | 'cursor'>;

/** Which page to read: `limit` is 1 to 100 entries, `cursor` the `next_cursor` of the page before. */
export type AuditPosition = Pick<AuditQuery, 'limit' | 'cursor'>;

/** The audit of a workspace. Needs the admin token, or a token that may manage. */
export class Audit {
  readonly #transport: Transport;
  readonly #workspace: string;

  constructor(transport: Transport, workspace: string) {
    this.#transport = transport;
    this.#workspace = workspace;
  }

  /** The entries that pass a filter, newest first. */
  list(filter: AuditFilter = {}): AsyncGenerator<AuditEntry, void> {
    return entriesOf((cursor) => this.page(filter, { limit: perPage, ...cursor }));
  }

  /** One entry. Rejects with `not_found`. */
  get(id: string): Promise<AuditEntry> {
    const path = { workspace: this.#workspace, id };
    return dataOf(this.#transport.GET('/api/v1/workspaces/{workspace}/audit/{id}', { params: { path } }));
  }

  /** One page of these entries. It may hold fewer than `limit`, or none, while there is a next one. */
  page(filter: AuditFilter = {}, position: AuditPosition = {}): Promise<AuditPage> {
    const path = { workspace: this.#workspace };
    return dataOf(
      this.#transport.GET('/api/v1/workspaces/{workspace}/audit', {
        params: { path, query: { ...filter, ...position } },
      }),
    );
  }
}

/** The entries that belong to no workspace, such as those of requests that create one. Needs the admin token. */
export class GatewayAudit {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The entries that pass a filter, newest first. */
  list(filter: AuditFilter = {}): AsyncGenerator<AuditEntry, void> {
    return entriesOf((cursor) =>
      dataOf(this.#transport.GET('/api/v1/audit', { params: { query: { ...filter, limit: perPage, ...cursor } } })),
    );
  }
}
