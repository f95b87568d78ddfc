import { GatewayError } from '@connectory/errors';
import { z } from 'zod';
import type { WorkspaceId } from './workspace-id.ts';

/** The limits of requests that a token and a workspace can both have. */
export const callRateSchemas = {
  callsPerMinute: z.int().min(1).max(1_000_000).optional(),
  callsPerDay: z.int().min(1).max(1_000_000_000).optional(),
};

/** Accepts exactly the documented limits of a workspace. */
export const callLimitsSchema = z.strictObject({
  ...callRateSchemas,
  runningCalls: z.int().min(1).max(1_000).optional(),
});

/** How much a workspace may do at most, all its tokens together. */
export interface CallLimits {
  /** Requests within a minute. */
  readonly callsPerMinute?: number | undefined;
  /** Requests within a day of UTC. */
  readonly callsPerDay?: number | undefined;
  /** Calls that run at the same time in one process. */
  readonly runningCalls?: number | undefined;
}

/** The limits of a row. One written by a newer version must not be ignored, so such a workspace is refused. */
export function storedLimits(id: WorkspaceId, text: string | null): CallLimits {
  const result = callLimitsSchema.safeParse(text === null ? {} : JSON.parse(text));
  if (result.success) return Object.freeze(result.data);
  throw new GatewayError(
    'internal',
    `The limits of the workspace ${id} were written by a newer version. Start that version.`,
  );
}
