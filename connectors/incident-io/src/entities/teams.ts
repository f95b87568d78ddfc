import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { idAt, teamAt } from '../sample-company.ts';
import { byId, pages, text } from '../shared.ts';
import { Person } from './users.ts';

const incidentIo = paged('team', 'teams');

const Team = z.object({ id: z.string(), name: text, members: z.array(Person.omit({ role: true })).nullish() });

/** https://docs.incident.io/api-reference/teams-v3 */
export const teams = defineEntity({
  name: 'teams',
  summary: 'Teams and their members',
  record: Team,
  key: 'id',
  actions: {
    list: incidentIo('GET /v3/teams', { summary: 'List teams', params: pages(250) }),
    get: incidentIo('GET /v3/teams/{id}', { summary: 'Get one team', params: byId('team') }),
  },
  sample: ({ index }) => {
    const { members, ...team } = teamAt(index);
    return {
      ...team,
      members: members.map(({ role, ...member }) => member),
      catalog_entry: { id: idAt('catalog_entries', index), name: team.name },
    };
  },
});
