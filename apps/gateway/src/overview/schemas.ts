import { z } from 'zod';
import { idSchema, timeSchema } from '../http/schemas.ts';

const count = z.int().min(0);

const figures = {
  calls: count.describe('Finished execute calls, dry runs included.'),
  errors: count.describe('Those that ended with an error.'),
};

const timedFigures = {
  ...figures,
  p95_ms: count
    .nullable()
    .describe('Duration that 95 % of the calls do not exceed, in milliseconds, to two digits; null without calls.'),
};

const totalsSchema = z.object(timedFigures).meta({ id: 'CallTotals', description: 'Figures of calls.' });

const intervalSchema = z
  .object({ at: timeSchema.describe('Start of the interval, a full hour.'), ...timedFigures })
  .meta({ id: 'CallInterval', description: 'Figures of the calls that began in one interval.' });

const connectionCallsSchema = z
  .object({ id: idSchema.describe('ID of the connection.'), ...figures })
  .meta({ id: 'ConnectionCalls', description: 'Figures of the calls of one connection.' });

const attentionSchema = z
  .object({
    kind: z
      .enum(['reconnect', 'failing_sync', 'stale_copy', 'failed_deliveries', 'version_ends'])
      .describe(
        '`reconnect`: the vendor rejects the credentials; `failing_sync`: the last pass failed or had errors; `stale_copy`: no complete pass for three intervals; `failed_deliveries`: a receiver does not accept deliveries, or the gateway paused the subscription; `version_ends`: a vendor shuts down the API version that a connector uses.',
      ),
    connection_id: idSchema.nullable().describe('The connection it concerns; null if it concerns none or several.'),
    subscription_id: idSchema.nullable().describe('The subscription it concerns; null if it concerns none.'),
    entity: z.string().nullable().describe('The entity it concerns; null if it concerns none or several.'),
    message: z.string().describe('What is wrong, for people.'),
    since: timeSchema.describe('Since when.'),
  })
  .meta({ id: 'Attention', description: 'Something a person should look at.' });

/** Something a person should look at. */
export type AttentionBody = z.output<typeof attentionSchema>;

/** Response of `GET /api/v1/workspaces/{workspace}/overview`. */
export const overviewSchema = z
  .object({
    data: z
      .object({
        totals: totalsSchema.describe('Figures of the whole period.'),
        intervals: z
          .array(intervalSchema)
          .describe('24 intervals of one hour, or 28 of six hours, oldest first; the last one has not ended yet.'),
        attention: z.array(attentionSchema).describe('At most 100 things a person should look at, the gravest first.'),
        connections: z
          .array(connectionCallsSchema)
          .describe('Connections that were called, those with the most calls first; at most 100.'),
      })
      .describe('What happened and what needs attention.'),
    meta: z.object({}).describe('Nothing.'),
  })
  .meta({ id: 'Overview', description: 'The calls of a workspace, and what needs attention.' });

/** Query parameters of `GET /api/v1/workspaces/{workspace}/overview`. */
export const overviewQuerySchema = z.strictObject({
  hours: z.enum(['24', '168']).default('24').describe('Length of the period: a day or a week.'),
});
