import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { byId, listOf, number, object, pages, text, texts, timestamps } from '../shared.ts';

const incidentIo = paged('schedule', 'schedules');

const Rotation = z.object({
  ...texts('id', 'name', 'handover_start_at'),
  handovers: listOf(z.object({ interval: number, interval_type: text })),
  layers: listOf(z.object(texts('id', 'name'))),
});

const Schedule = z.object({
  id: z.string(),
  ...texts('name', 'timezone'),
  ...timestamps,
  annotations: object.nullish(),
  config: z.object({ rotations: listOf(Rotation) }).nullish(),
  team_ids: listOf(z.string()),
  holidays_public_config: object.nullish(),
  current_shifts: listOf(z.object(texts('rotation_id', 'fingerprint', 'start_at', 'end_at'))),
});

/** https://docs.incident.io/api-reference/schedules-v2 */
export const schedules = defineEntity({
  name: 'schedules',
  summary: 'On-call schedules, with who is on call now',
  keywords: ['pager', 'pager duty', 'night shift', 'rota', 'later', 'oncall', 'roster', 'standby', 'rotation'],
  record: Schedule,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/schedules', { summary: 'List schedules', params: pages(100) }),
    get: incidentIo('GET /v2/schedules/{id}', { summary: 'Get one schedule', params: byId('schedule') }),
  },
  search: { title: 'name', fields: allFields(Schedule, { except: ['team_ids', 'holidays_public_config'] }) },
  sync: { via: 'list', params: { page_size: 100 } },
});
