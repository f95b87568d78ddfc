import { defineEntity, restApi } from '@connectory/connector-sdk';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { simulate } from './simulation.ts';

const params = z.object({ owner: z.string(), repo: z.string(), filter: z.object({ id: z.int() }) });
const syncOnly = z.object({ since: z.string() });
const rows = defineEntity({
  name: 'rows',
  summary: 'Rows',
  record: z.object({ id: z.string() }),
  key: 'id',
  actions: {
    list: restApi()('GET /rows', { summary: 'List', params, syncOnly }),
    create: restApi()('POST /rows', { summary: 'Create', params }),
  },
});

describe('the simulation of an action', () => {
  it('knows the parameters of callers and of the sync plan', () => {
    simulate(rows, {
      actions: {
        list: {
          fields: { owner: 'owner.login', repo: null, 'filter.id': 'id', since: null },
          matches: (_record, { filter, since }) => {
            expectTypeOf(since).toEqualTypeOf<string | undefined>();
            return filter.id > 0;
          },
        },
        create: { values: ({ repo }) => ({ name: repo }) },
      },
    });
  });

  it('rejects actions, parameters and members that do not exist', () => {
    // @ts-expect-error no such action
    simulate(rows, { actions: { get: {} } });
    // @ts-expect-error no such parameter
    simulate(rows, { actions: { list: { fields: { owners: 'id' } } } });
    // @ts-expect-error no such member
    simulate(rows, { actions: { list: { filters: {} } } });
  });
});
