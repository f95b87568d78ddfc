/**
 * Whether a connection works: `active`; `degraded` when its upstream calls fail for now; `reauthorization_required` when
 * its credentials are refused and only new ones help.
 */
export type ConnectionState = 'active' | 'degraded' | 'reauthorization_required';

/**
 * What was seen of a connection. `credentials_refused` names the version of the credentials that were refused, so that
 * a late refusal of old credentials does not condemn the new ones.
 */
export type ConnectionReport =
  | { readonly event: 'working' }
  | { readonly event: 'failing'; readonly reason: string }
  | { readonly event: 'credentials_refused'; readonly reason: string; readonly credentialsVersion: number };

/** What a report makes of a connection: the state it gets, and the states in which the report means anything. */
export interface Transition {
  readonly from: readonly ConnectionState[];
  readonly to: ConnectionState;
}

/** The state machine. New credentials make a connection active from every state; no report leaves `reauthorization_required`. */
export const transitions: Readonly<Record<ConnectionReport['event'], Transition>> = {
  working: { from: ['degraded'], to: 'active' },
  failing: { from: ['active'], to: 'degraded' },
  credentials_refused: { from: ['active', 'degraded'], to: 'reauthorization_required' },
};
