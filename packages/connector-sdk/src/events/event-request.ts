import type { RawValue } from '../raw-value.ts';

/** A vendor's request about changes, as it arrived. */
export interface EventRequest {
  readonly method: string;
  /** The URL registered at the vendor, with the query of the request. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A parsed request of a vendor. */
export interface VendorEvent {
  readonly method: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed JSON, or the fields of a form by name (`data[id]`); undefined for a body that is neither. */
  readonly body: RawValue;
}

/**
 * Which record an event is about. An event is only a hint, never data: the gateway reads the record from the vendor. Without
 * `params`, it synchronizes the entity before its next pass is due.
 */
export interface EventHint {
  readonly entity: string;
  /**
   * Parameters of the entity's `get` action and the values of its partition: `{ owner, repo, number }`. For an entity without `get`:
   * parameters with which the first page of the action of its sync plan has the record, or does not exist.
   */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The key fields of the record, in its shape; needed if `params` does not have parameters of the same names. */
  readonly key?: Readonly<Record<string, unknown>>;
  /** True if the event reports that the record no longer exists. */
  readonly gone?: boolean;
}

/** The response to a vendor that verifies a URL before it sends events to it. */
export interface HandshakeResponse {
  readonly contentType: 'application/json' | 'text/plain';
  readonly body: string;
}
