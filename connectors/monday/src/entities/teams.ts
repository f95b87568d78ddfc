import { allFields, defineEntity, from, selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { monday } from '../adapter.ts';
import { getOne, References, text } from '../shared.ts';

const Team = z.object({ id: text, name: text, picture_url: text, users: References });

const fields = selectionOf(Team);

/** https://developer.monday.com/api-reference/reference/teams */
export const teams = defineEntity({
  name: 'teams',
  summary: 'Teams and their members',
  keywords: ['crew'],
  record: Team,
  key: 'id',
  actions: {
    list: monday('query { teams { ...fields } }', { summary: 'List all teams', fields, at: 'teams' }),
    get: getOne({ root: 'teams', summary: 'Get one team', fields }),
  },
  search: {
    title: 'name',
    fields: allFields(Team, { except: ['id'] }),
    // monday.com writes ids as text; the contract searches these as numbers.
    derived: { id: from(z.int(), ({ id }) => Number(id)) },
  },
  sync: { via: 'list' },
});
