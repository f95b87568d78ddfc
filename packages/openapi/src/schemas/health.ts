import { z } from 'zod';

/** Answer of `GET /healthz`. */
export const healthSchema = z
  .object({ status: z.literal('ok').describe('Always `ok`.') })
  .meta({ id: 'Health', description: 'The process runs and answers.' });

/** Answer of `GET /readyz`, with status 200 when ready and 503 when not. */
export const readinessSchema = z
  .object({
    status: z.enum(['ready', 'not_ready']).describe('Whether it does.'),
    reason: z
      .enum(['database_unavailable', 'context_store_unavailable', 'shutting_down'])
      .nullable()
      .describe('Why the process takes no requests; null when it does.'),
  })
  .meta({ id: 'Readiness', description: 'Whether this process takes requests.' });

/** Answer of `GET /readyz`. */
export type ReadinessBody = z.output<typeof readinessSchema>;
