import type { JsonObject } from '@connectory/testkit/schema-values';
import type { ObservedRequest } from './description/api-description.ts';

/** The source of requests: what would be sent for an action, without sending it. Rejects if the parameters are invalid. */
export type DryRun = (
  entity: string,
  action: string,
  params: JsonObject,
) => readonly ObservedRequest[] | Promise<readonly ObservedRequest[]>;
