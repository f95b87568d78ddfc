import { z } from 'zod';
import { timeSchema } from './field-types.ts';

const count = z.int().min(0);

const entitySyncErrorSchema = z
  .object({
    partition: z
      .record(z.string(), z.string())
      .nullable()
      .describe('Parameters and values of the partition it concerns; null when it concerns the whole entity.'),
    code: z.string().describe('Code of the error, as execute calls answer it.'),
    message: z.string().describe('What happened, at most 500 characters.'),
  })
  .meta({ id: 'EntitySyncError', description: 'A fault of a pass.' });

/** How far the copy of one entity is (spec/sync.md, State). */
const entitySyncSchema = z
  .object({
    entity: z.string().describe('Name of the entity.'),
    phase: z
      .enum(['idle', 'waiting', 'running', 'failed'])
      .describe(
        '`running`; `waiting`: held up for a while or interrupted; `failed`: held up by a fault, or nothing could be read; else `idle`.',
      ),
    pass: count.describe('Number of the current or last pass; 0 before the first.'),
    kind: z
      .enum(['full', 'incremental'])
      .nullable()
      .describe('Whether the pass reads everything or what is new; null before the first.'),
    ready: z.boolean().describe('Whether `context_store_search` can answer.'),
    pages: count.describe('Pages read in this pass.'),
    rows: count.describe('Records read in this pass.'),
    added: count.describe('Records this pass added to the copy.'),
    changed: count.describe('Records this pass changed.'),
    removed: count.describe('Records this pass removed.'),
    errors: z.array(entitySyncErrorSchema).describe('The first hundred faults of the pass, and what holds it up.'),
    coverage: z
      .object({
        done: count.describe('Partitions finished, with those that failed.'),
        failed: count.describe('Partitions that could not be read.'),
        total: count.describe('Partitions known.'),
      })
      .nullable()
      .describe('How many partitions are read; null for an entity without partitions.'),
    started_at: timeSchema.nullable().describe('When this pass began.'),
    finished_at: timeSchema.nullable().describe('When the last pass ended.'),
    synced_at: timeSchema
      .nullable()
      .describe(
        'When the last pass without a fault began: what is older is in the copy. `meta.synced_at` of a search.',
      ),
    next_run_at: timeSchema
      .nullable()
      .describe('When the next pass, or the rest of this one, is due; null while it runs.'),
  })
  .meta({ id: 'EntitySync', description: 'How far the synchronised copy of one entity is.' });

/** How far the copy of one entity is. */
export type EntitySyncBody = z.output<typeof entitySyncSchema>;

/** Answer of `GET` and `POST /api/v1/workspaces/{workspace}/connections/{id}/syncs`. */
export const syncStatesSchema = z
  .object({
    data: z
      .array(entitySyncSchema)
      .describe('One entry per searchable entity, parents before what is read below them.'),
    meta: z.object({}).describe('Nothing.'),
  })
  .meta({ id: 'SyncStates', description: 'How far the synchronised copies of a connection are.' });

/** How far the copies of a connection are. */
export type SyncStatesBody = z.output<typeof syncStatesSchema>;

/** Body of `POST /api/v1/workspaces/{workspace}/connections/{id}/syncs`. */
export const syncRequestSchema = z
  .strictObject({
    entities: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(500)
      .optional()
      .describe('Entities to synchronise; all when left out.'),
    full: z
      .boolean()
      .default(false)
      .describe(
        'Whether to read everything, also where reading what is new would do. Only that finds what was deleted.',
      ),
  })
  .meta({ id: 'SyncRequest', description: 'What to synchronise now.' });
