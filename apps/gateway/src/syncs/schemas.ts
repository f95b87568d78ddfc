import { z } from 'zod';
import { connectionPathSchema } from '../connections/schemas.ts';
import { timeSchema } from '../http/schemas.ts';

const count = z.int().min(0);
/** Null for a policy that hides some of the records. */
const hiddenCount = count.nullable();

const entitySyncErrorSchema = z
  .object({
    partition: z
      .record(z.string(), z.string())
      .nullable()
      .describe('Parameters and values of the partition it concerns; null when it concerns the whole entity.'),
    code: z.string().describe('Code of the error, as in execute calls.'),
    message: z.string().describe('What happened, at most 500 characters.'),
  })
  .meta({ id: 'EntitySyncError', description: 'An error of a pass.' });

/** How far the copy of one entity is (spec/sync.md, State). */
const entitySyncSchema = z
  .object({
    entity: z.string().describe('Name of the entity.'),
    phase: z
      .enum(['idle', 'waiting', 'running', 'failed'])
      .describe(
        '`running`; `waiting`: delayed or interrupted; `failed`: stopped by an error, or nothing could be read; otherwise `idle`.',
      ),
    pass: count.describe('Number of the current or latest pass; 0 before the first.'),
    kind: z
      .enum(['full', 'incremental'])
      .nullable()
      .describe('Whether the pass reads everything or only changes; null before the first.'),
    ready: z.boolean().describe('Whether `context_store_search` is available.'),
    records: count
      .nullable()
      .describe('Records in the copy; null before the first pass, and for a policy that hides some of them.'),
    enabled: z.boolean().describe('Whether the entity is read by schedule; otherwise only on request.'),
    interval_minutes: z
      .int()
      .min(1)
      .describe('Minutes from the end of a pass to the next one, with the minimum of the connector.'),
    pages: hiddenCount.describe(
      'Pages read in this pass; this and the numbers of records are null for a policy that hides some of the records.',
    ),
    rows: hiddenCount.describe('Records read in this pass.'),
    added: hiddenCount.describe('Records this pass added to the copy.'),
    changed: hiddenCount.describe('Records this pass changed.'),
    removed: hiddenCount.describe('Records this pass removed.'),
    errors: z.array(entitySyncErrorSchema).describe('The first hundred errors of the pass, and what delays it.'),
    held: z
      .object({
        records: count.describe('Records that the pass did not see and did not remove.'),
        partitions: count.describe('Partitions they belong to.'),
        large: z
          .boolean()
          .describe('Whether a large share of a partition is among them, as after an outage or a mass deletion.'),
        examples: z
          .array(z.record(z.string(), z.string()))
          .describe('The first twenty of these partitions: parameters and values.'),
      })
      .nullable()
      .describe(
        'Removals that wait until another full pass does not see the records either, or until a request with `remove_held`; null if there are none.',
      ),
    coverage: z
      .object({
        done: count.describe('Partitions finished, including those that failed.'),
        failed: count.describe('Partitions that could not be read.'),
        total: count.describe('Partitions known.'),
      })
      .nullable()
      .describe('Progress by partition; null for an entity without partitions.'),
    started_at: timeSchema.nullable().describe('When this pass began.'),
    finished_at: timeSchema.nullable().describe('When the latest pass finished.'),
    synced_at: timeSchema
      .nullable()
      .describe(
        'When the latest pass without errors began: every change before that time is in the copy. The same as `meta.synced_at` of a search.',
      ),
    next_run_at: timeSchema
      .nullable()
      .describe('When the next pass, or the rest of this one, is due; null while a pass runs.'),
  })
  .meta({ id: 'EntitySync', description: 'The sync status of one entity.' });

/** How far the copy of one entity is. */
export type EntitySyncBody = z.output<typeof entitySyncSchema>;

/** Response of `GET` and `POST /api/v1/workspaces/{workspace}/connections/{id}/syncs`. */
export const syncStatesSchema = z
  .object({
    data: z.array(entitySyncSchema).describe('One entry per searchable entity, parents before their children.'),
    meta: z.object({}).describe('Nothing.'),
  })
  .meta({ id: 'SyncStates', description: 'The sync status of a connection.' });

/** How far the copies of a connection are. */
export type SyncStatesBody = z.output<typeof syncStatesSchema>;

/** Path of the history of one entity. */
export const entityPassesPathSchema = connectionPathSchema.extend({
  entity: z.string().min(1).max(100).describe('Name of the entity.'),
});

const passSchema = z
  .object({
    pass: count.describe('Number of the pass.'),
    kind: z.enum(['full', 'incremental']).describe('Whether it read everything or only changes.'),
    started_at: timeSchema.describe('When it began.'),
    finished_at: timeSchema.describe('When it ended.'),
    rows: count.describe('Records that it read.'),
    added: count.describe('Records that it added to the copy.'),
    changed: count.describe('Records that it changed.'),
    removed: count.describe('Records that it removed.'),
    error: z
      .object({
        code: z.string().describe('Code of the error, as in execute calls.'),
        message: z.string().describe('What happened, at most 500 characters.'),
      })
      .nullable()
      .describe('The first error of the pass; null if there was none.'),
  })
  .meta({ id: 'SyncPass', description: 'A pass that has ended.' });

/** A pass that has ended. */
export type SyncPassBody = z.output<typeof passSchema>;

/** Response of `GET /api/v1/workspaces/{workspace}/connections/{id}/syncs/{entity}/passes`. */
export const syncPassesSchema = z
  .object({
    data: z.array(passSchema).max(50).describe('The last 50 passes that have ended, newest first.'),
    meta: z.object({}).describe('Nothing.'),
  })
  .meta({ id: 'SyncPasses', description: 'What the last passes of an entity did.' });

/** Body of `POST /api/v1/workspaces/{workspace}/connections/{id}/syncs`. */
export const syncRequestSchema = z
  .strictObject({
    entities: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(500)
      .optional()
      .describe('Entities to synchronize; all if omitted.'),
    full: z
      .boolean()
      .default(false)
      .describe('Whether to read everything instead of only changes. Only a full read detects deletions.'),
    remove_held: z
      .boolean()
      .default(false)
      .describe('Whether to remove every record that a full read does not see, without waiting for a second one.'),
  })
  .meta({ id: 'SyncRequest', description: 'What to synchronize now.' });
