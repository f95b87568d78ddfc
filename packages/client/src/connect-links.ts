import type { components } from './generated/gateway.generated.ts';
import { entriesOf, perPage } from './management.ts';
import { dataOf, type Transport } from './transport.ts';

type Schemas = components['schemas'];

/** A link with which a person connects an account once, without its URL. */
export type ConnectLink = Schemas['ConnectLink'];
/** Options of a new connect link. */
export type NewConnectLink = Schemas['NewConnectLink'];
/** A new link with its URL, which is shown only here. */
export type CreatedConnectLink = Schemas['CreatedConnectLink'];
/** An application registered with a vendor, without its secret. */
export type OAuthApp = Schemas['OAuthApp'];
/** A connector with OAuth consent, and the application stored for it. */
export type ConsentConnector = Schemas['ConsentConnector'];
/** A new application, which replaces the stored one. */
export type OAuthAppChange = Schemas['OAuthAppChange'];

/** The connect links of a workspace. Needs the admin token, or a token that may manage. */
export class ConnectLinks {
  readonly #transport: Transport;
  readonly #workspace: string;

  constructor(transport: Transport, workspace: string) {
    this.#transport = transport;
    this.#workspace = workspace;
  }

  /** Creates a link and returns its URL, which cannot be read again. */
  create(link: NewConnectLink): Promise<CreatedConnectLink> {
    const path = { workspace: this.#workspace };
    return dataOf(
      this.#transport.POST('/api/v1/workspaces/{workspace}/connect-links', { params: { path }, body: link }),
    );
  }

  /** The links that can still be used, newest first, without their URLs. */
  list(): AsyncGenerator<ConnectLink, void> {
    const path = { workspace: this.#workspace };
    return entriesOf((cursor) =>
      dataOf(
        this.#transport.GET('/api/v1/workspaces/{workspace}/connect-links', {
          params: { path, query: { limit: perPage, ...cursor } },
        }),
      ),
    );
  }

  /** Ends a link that can still be used. */
  revoke(id: string): Promise<ConnectLink> {
    const path = { workspace: this.#workspace, id };
    return dataOf(this.#transport.DELETE('/api/v1/workspaces/{workspace}/connect-links/{id}', { params: { path } }));
  }

  /** State of a link. */
  get(id: string): Promise<ConnectLink> {
    const path = { workspace: this.#workspace, id };
    return dataOf(this.#transport.GET('/api/v1/workspaces/{workspace}/connect-links/{id}', { params: { path } }));
  }
}

/** The OAuth applications of a workspace, one for each connector. Needs the admin token, or a token that may manage. */
export class OAuthApps {
  readonly #transport: Transport;
  readonly #workspace: string;

  constructor(transport: Transport, workspace: string) {
    this.#transport = transport;
    this.#workspace = workspace;
  }

  /** The connectors with a consent page, ordered by ID, each with the application that is stored for it. */
  list(): AsyncGenerator<ConsentConnector, void> {
    const path = { workspace: this.#workspace };
    return entriesOf((cursor) =>
      dataOf(
        this.#transport.GET('/api/v1/workspaces/{workspace}/oauth-apps', {
          params: { path, query: { limit: perPage, ...cursor } },
        }),
      ),
    );
  }

  /** The application for a connector. */
  get(connector: string): Promise<OAuthApp> {
    return dataOf(this.#transport.GET('/api/v1/workspaces/{workspace}/oauth-apps/{connector}', this.#one(connector)));
  }

  /** Stores the application for a connector, in place of an earlier one. */
  put(connector: string, app: OAuthAppChange): Promise<OAuthApp> {
    return dataOf(
      this.#transport.PUT('/api/v1/workspaces/{workspace}/oauth-apps/{connector}', {
        ...this.#one(connector),
        body: app,
      }),
    );
  }

  /** Deletes the application with its secret. */
  delete(connector: string): Promise<OAuthApp> {
    return dataOf(
      this.#transport.DELETE('/api/v1/workspaces/{workspace}/oauth-apps/{connector}', this.#one(connector)),
    );
  }

  #one(connector: string): { params: { path: { workspace: string; connector: string } } } {
    return { params: { path: { workspace: this.#workspace, connector } } };
  }
}
