import { z } from 'zod';

/** Answer of `GET /healthz`. */
export const healthSchema = z
  .object({ status: z.literal('ok').describe('Always `ok`.') })
  .meta({ id: 'Health', description: 'The process runs and answers.' });

const upstreamSunsetSchema = z
  .object({
    connector: z.string().describe('Id of the connector.'),
    version: z.string().describe('API version it is pinned to.'),
    sunset: z.iso.date().describe('Day on which the vendor stops serving it.'),
    days_left: z.int().describe('Days until then; negative when it is past.'),
  })
  .meta({ id: 'UpstreamSunset', description: 'An upstream API version that is about to end.' });

/** An upstream API version that is about to end, as `GET /readyz` shows it. */
export type UpstreamSunsetBody = z.output<typeof upstreamSunsetSchema>;

/** Answer of `GET /readyz`, with status 200 when ready and 503 when not. */
export const readinessSchema = z
  .object({
    status: z.enum(['ready', 'not_ready']).describe('Whether it does.'),
    reason: z
      .enum([
        'shutting_down',
        'disk_full',
        'database_unavailable',
        'encryption_key_missing',
        'disk_unwritable',
        'context_store_unavailable',
        'work_stuck',
        'event_loop_stalled',
      ])
      .nullable()
      .describe('Why the process takes no requests; null when it does.'),
    upstreams: z
      .array(upstreamSunsetSchema)
      .describe(
        'API versions of connectors that their vendors stop serving within 60 days, the nearest first. They do not make the process unready.',
      ),
  })
  .meta({ id: 'Readiness', description: 'Whether this process takes requests.' });

/** Answer of `GET /readyz`. */
export type ReadinessBody = z.output<typeof readinessSchema>;
