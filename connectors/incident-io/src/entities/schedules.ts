import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { daysAgo, idAt, settled, teamAt } from '../sample-company.ts';
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

const handovers = [{ interval: 1, interval_type: 'weekly' }];
const weekly = { name: 'Weekly', handover_start_at: daysAgo(34.625), handovers, working_intervals: [] };
const thisWeek = { start_at: daysAgo(6.625), end_at: daysAgo(-0.375) };

/** https://docs.incident.io/api-reference/schedules-v2 */
export const schedules = defineEntity({
  name: 'schedules',
  summary: 'On-call schedules, with who is on call now',
  record: Schedule,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/schedules', { summary: 'List schedules', params: pages(100) }),
    get: incidentIo('GET /v2/schedules/{id}', { summary: 'Get one schedule', params: byId('schedule') }),
  },
  search: { fields: allFields(Schedule, { except: ['team_ids', 'holidays_public_config'] }) },
  sync: { via: 'list', params: { page_size: 100 } },
  sample: ({ index }) => {
    const { id: team, name, members } = teamAt(index);
    const rotation = idAt('rotations', index);
    const layer = idAt('layers', index);
    const fingerprint = `${rotation}-${layer}-5`;
    return {
      id: idAt('schedules', index),
      name: `${name} on call`,
      timezone: 'Europe/Berlin',
      ...settled,
      annotations: { managed_by: 'dashboard' },
      config: {
        rotations: [{ id: rotation, ...weekly, layers: [{ id: layer, name: 'Primary' }], users: members }],
      },
      team_ids: [team],
      holidays_public_config: { country_codes: ['DE'] },
      current_shifts: [{ rotation_id: rotation, layer_id: layer, fingerprint, ...thisWeek, user: members[0] }],
    };
  },
});
