import { absent, from, fromParam } from '@connectory/connector-sdk';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { documentValues } from './pages.ts';

const search = {
  fields: ['id', 'owner.login', 'missing'],
  derived: {
    loud: from(z.string(), ({ name }) => name.toUpperCase()),
    fax: absent(z.string(), 'nobody has one'),
    ticket_id: fromParam(z.int(), 'ticket_id'),
    page: fromParam(z.int(), 'page'),
  },
};

it('gives the value of every search field: from the record, computed, or from the parameters', () => {
  const record = { id: 1, name: 'ada', owner: { login: 'eve' }, ticket_id: 'another one', fax: '1' };
  expect({ ...documentValues({ search }, record, { ticket_id: 7, limit: 100 }) }).toEqual({
    id: 1,
    'owner.login': 'eve',
    missing: null,
    loud: 'ADA',
    fax: null,
    ticket_id: 7,
    page: null,
  });
});

it('gives null where a computation fails', () => {
  expect(documentValues({ search }, { id: 1 }, {})).toMatchObject({ id: 1, loud: null });
});

it('gives nothing for an entity that cannot be searched', () => {
  expect({ ...documentValues({ search: null }, { id: 1 }, { ticket_id: 7 }) }).toEqual({});
});
