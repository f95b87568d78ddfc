import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { byId, pages, text } from '../shared.ts';
import { Person } from './users.ts';

const incidentIo = paged('team', 'teams');

const Team = z.object({ id: z.string(), name: text, members: z.array(Person.omit({ role: true })).nullish() });

/** https://docs.incident.io/api-reference/teams-v3 */
export const teams = defineEntity({
  name: 'teams',
  summary: 'Teams and their members',
  keywords: ['crew'],
  record: Team,
  key: 'id',
  actions: {
    list: incidentIo('GET /v3/teams', { summary: 'List teams', params: pages(250) }),
    get: incidentIo('GET /v3/teams/{id}', { summary: 'Get one team', params: byId('team') }),
  },
});
