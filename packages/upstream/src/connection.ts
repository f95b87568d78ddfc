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
  /**
   * Records that these tokens are about to be sent to the vendor. True if that was recorded before: an earlier refresh was interrupted, or
   * its response was lost.
   */
  renewalBegins(): Promise<boolean>;
  /** Takes the note back, because nothing has left. */
  renewalUnsent(): Promise<void>;
  /** Stores renewed values, encrypted, before they are used. */
  save(values: Readonly<Record<string, string>>): Promise<void>;
  /** Marks the connection as needing a new authorization by its owner. */
  reauthorizationRequired(reason: string): Promise<void>;
}

/** How much one call of a connection may take. */
export interface ConnectionLimits {
  /** Seconds from the start of a call to its response; for a download, to its headers. */
  readonly deadlineSeconds: number;
  /** Maximum bytes of a response after decompression; files are not limited. */
  readonly answerBytes: number;
}

/** A stored connection as the upstream client needs it. */
export interface UpstreamConnection {
  readonly id: string;
  /** The share of response memory that its calls use. */
  readonly workspaceId: string;
  readonly connector: Connector;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Name of the authentication alternative its credentials belong to. */
  readonly authentication: string;
  readonly credentials: Credentials;
  readonly limits: ConnectionLimits;
  readonly tokens: TokenStore;
}
