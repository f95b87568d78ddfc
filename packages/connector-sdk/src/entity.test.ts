import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { directActions, isRead, resultKind } from './action.ts';
import { defineEntity } from './entity.ts';
import { restApi } from './rest-api.ts';

const list = restApi()('GET /items', { summary: 'List' });
const base = { name: 'items', summary: 'Items', record: z.object({ id: z.string() }), key: 'id' } as const;

describe('defineEntity', () => {
  it('fills in what is left out', () => {
    expect(defineEntity({ ...base, actions: { list } })).toEqual({
      ...base,
      actions: { list },
      search: null,
      sync: null,
    });
    expect(defineEntity({ ...base, actions: { list }, search: { fields: ['id'] } }).search).toEqual({
      fields: ['id'],
      derived: {},
    });
  });

  it('refuses an unknown action in code that was not type-checked', () => {
    const actions: object = { list, remove: list };
    expect(() => defineEntity({ ...base, actions })).toThrow('defineEntity(items): remove is not an action');
  });
});

describe('actions', () => {
  it('give records, a record or a file', () => {
    expect(directActions.filter((name) => resultKind(name) === 'records')).toEqual(['list', 'api_search']);
    expect(directActions.filter((name) => resultKind(name) === 'file')).toEqual(['download']);
  });

  it('are reads when they change nothing', () => {
    expect(directActions.filter(isRead)).toEqual(['list', 'get', 'api_search', 'download']);
  });
});
