import { z } from 'zod';

/** Response of `GET /healthz`. */
export const healthSchema = z
  .object({ status: z.literal('ok').describe('Always `ok`.') })
  .meta({ id: 'Health', description: 'The process is running.' });

const upstreamSunsetSchema = z
  .object({
    connector: z.string().describe('Id of the connector.'),
    version: z.string().describe('API version it is pinned to.'),
    sunset: z.iso.date().describe('Day on which the vendor shuts it down.'),
    days_left: z.int().describe('Days until then; negative if it has passed.'),
  })
  .meta({ id: 'UpstreamSunset', description: 'An upstream API version that is about to end.' });

/** An upstream API version that is about to end, as `GET /readyz` shows it. */
export type UpstreamSunsetBody = z.output<typeof upstreamSunsetSchema>;

/** Response of `GET /readyz`, with status 200 when ready and 503 when not. */
export const readinessSchema = z
  .object({
    status: z.enum(['ready', 'not_ready']).describe('Whether it accepts requests.'),
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
      .describe('Why the process accepts no requests; null if it does.'),
    upstreams: z
      .array(upstreamSunsetSchema)
      .describe('API versions that vendors shut down within 60 days, the soonest first. They do not affect readiness.'),
  })
  .meta({ id: 'Readiness', description: 'Whether this process accepts requests.' });

/** Response of `GET /readyz`. */
export type ReadinessBody = z.output<typeof readinessSchema>;
