import type { Connector } from '@connectory/connector-sdk';
import type { Secret } from '@connectory/connector-sdk/engine';

/** Credential values of a connection by field name. */
export type Credentials = Readonly<Record<string, Secret>>;

/** Where renewed tokens of a connection are kept; implemented over the control plane. */
export interface TokenStore {
  /** Runs `work` while no other process renews the same connection. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** The stored credentials, read past every cache. */
  read(): Promise<Credentials>;
  /** Stores renewed values, encrypted, before they are used. */
  save(values: Readonly<Record<string, string>>): Promise<void>;
  /** Marks the connection as needing a new authorization by its owner. */
  reauthorizationRequired(reason: string): Promise<void>;
}

/** A stored connection as the upstream client needs it. */
export interface UpstreamConnection {
  readonly id: string;
  readonly connector: Connector;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Name of the authentication alternative its credentials belong to. */
  readonly authentication: string;
  readonly credentials: Credentials;
  readonly tokens: TokenStore;
}
