import type { ObservedRequest } from './description/api-description.ts';
import type { JsonObject } from './json.ts';

/**
 * The source of requests: what the gateway would send for an action, without sending it. Rejecting means that the
 * gateway refuses the parameters; rejecting with DryRunUnavailableError ends the whole check.
 */
export type DryRun = (
  entity: string,
  action: string,
  params: JsonObject,
) => readonly ObservedRequest[] | Promise<readonly ObservedRequest[]>;

/** No dry run is possible at all: wrong address, token or connection. The message says what to look at. */
export class DryRunUnavailableError extends Error {
  override readonly name = 'DryRunUnavailableError';
}
