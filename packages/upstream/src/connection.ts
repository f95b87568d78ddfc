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
   * Notes that the tokens that were read are about to be sent to the vendor. True when that was noted before: an earlier renewal was
   * interrupted, or its answer was lost.
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
  /** Seconds from the first step of a call to its answer; a download has its headers by then. */
  readonly deadlineSeconds: number;
  /** The most bytes of an answer, unpacked; files are not bounded. */
  readonly answerBytes: number;
}

/** A stored connection as the upstream client needs it. */
export interface UpstreamConnection {
  readonly id: string;
  /** Whose share of the memory for answers its calls use. */
  readonly workspaceId: string;
  readonly connector: Connector;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Name of the authentication alternative its credentials belong to. */
  readonly authentication: string;
  readonly credentials: Credentials;
  readonly limits: ConnectionLimits;
  readonly tokens: TokenStore;
}
