import { absent, from, fromParam } from '@connectory/connector-sdk';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { tracker } from '../../test/sync/tracker-connector.ts';
import { entityPlans } from './entity-plan.ts';
import { documentValues, toPageRecords } from './pages.ts';

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

it('reads a page of 50,000 records in turns with other work of the process', async () => {
  const plan = entityPlans(tracker).find(({ partitionParams }) => partitionParams.length === 0);
  if (plan === undefined) throw new Error('every entity has partitions');
  const rows = Array.from({ length: 50_000 }, (_, id) => ({ id, name: `Name ${id}`, email: `${id}@example.com` }));
  let turns = 0;
  let isDone = false;
  const others = () => {
    turns += 1;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  const known = { constants: {}, safeCursor: null, passStart: Date.now() };
  const { records, keyless } = await toPageRecords(plan, [], rows, known);
  isDone = true;
  expect([records.length, keyless]).toEqual([50_000, 0]);
  expect(turns).toBeGreaterThan(3);
});
