import type { ErrorCode } from '@connectory/errors';
import { operations } from '@connectory/openapi';
import { connectionPathSchema } from '../connections/schemas.ts';
import { entityPassesPathSchema, syncPassesSchema, syncRequestSchema, syncStatesSchema } from './schemas.ts';

const customers = {
  entity: 'customers',
  phase: 'idle',
  pass: 7,
  kind: 'incremental',
  ready: true,
  records: 12_480,
  enabled: true,
  interval_minutes: 60,
  pages: 1,
  rows: 12,
  added: 2,
  changed: 10,
  removed: 0,
  errors: [],
  held: null,
  coverage: null,
  started_at: '2026-11-20T10:31:00.000Z',
  finished_at: '2026-11-20T10:31:01.412Z',
  synced_at: '2026-11-20T10:31:00.000Z',
  next_run_at: '2026-11-20T11:29:14.906Z',
};

const lastPass = {
  pass: 7,
  kind: 'incremental',
  started_at: '2026-11-20T10:31:00.000Z',
  finished_at: '2026-11-20T10:31:01.412Z',
  rows: 12,
  added: 2,
  changed: 10,
  removed: 0,
  error: null,
};

const states = (description: string) => ({
  description,
  content: {
    'application/json': {
      schema: syncStatesSchema,
      examples: { customers: { summary: 'One entity', value: { data: [customers], meta: {} } } },
    },
  },
});

const path = '/api/v1/workspaces/{workspace}/connections/{id}/syncs';
const errors: readonly ErrorCode[] = ['connector_not_found', 'hosted_mode_required'];

/** The synchronization of a connection. */
export const syncOperations = operations({
  getSyncs: {
    method: 'get',
    path,
    access: 'use',
    tag: 'Connections',
    summary: 'Get the sync status',
    description:
      "The state of the synchronized copy of every searchable entity of the connection that the token's policy allows. Requires a gateway in hosted mode.",
    pathParameters: connectionPathSchema,
    success: { 200: states('The states.') },
    errors,
  },
  getSyncPasses: {
    method: 'get',
    path: `${path}/{entity}/passes`,
    access: 'use',
    tag: 'Connections',
    summary: 'List the last passes of an entity',
    description:
      'What the last 50 passes did that have ended, newest first: what they read and changed, and their first error. Requires a gateway in hosted mode.',
    pathParameters: entityPassesPathSchema,
    success: {
      200: {
        description: 'The passes.',
        content: {
          'application/json': {
            schema: syncPassesSchema,
            examples: { customers: { summary: 'One pass', value: { data: [lastPass], meta: {} } } },
          },
        },
      },
    },
    errors: [...errors, 'unknown_entity'],
  },
  startSyncs: {
    method: 'post',
    path,
    access: 'manage',
    tag: 'Connections',
    summary: 'Start a sync',
    description:
      'Starts a sync before it is due and returns immediately; get the sync status to follow its progress. Requires a gateway in hosted mode.',
    pathParameters: connectionPathSchema,
    body: {
      schema: syncRequestSchema,
      examples: {
        all: { summary: 'All entities, changes only', value: {} },
        full: { summary: 'All customers', value: { entities: ['customers'], full: true } },
        held: {
          summary: 'Confirm that the customers a pass did not see are gone',
          value: { entities: ['customers'], remove_held: true },
        },
      },
    },
    success: { 202: states('The states at the moment of the request.') },
    errors: [...errors, 'connection_paused', 'unknown_entity', 'invalid_params'],
  },
});
