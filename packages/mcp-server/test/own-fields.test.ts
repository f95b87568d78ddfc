import { expect, it } from 'vitest';
import type { Calls, OwnField } from '../src/calls.ts';
import { connectedClient } from './connected-client.ts';
import { stubCalls } from './stub-calls.ts';

const connection = { id: 'c1', name: 'crm', connector: 'ledger', vendor: 'Ledger', state: 'active' };
const field = (name: string, given: Partial<OwnField> = {}): OwnField => ({
  path: `properties.${name}`,
  label: `Label of ${name}`,
  type: 'string',
  format: null,
  copied: true,
  gone_at: null,
  ...given,
});

async function described(fields: readonly OwnField[], input: object): Promise<string> {
  const params = { type: 'object', properties: {} };
  const action = { summary: 'List', effect: 'read', params, result: 'records' } as const;
  const calls: Partial<Calls> = {
    connection: async (name) => (name === 'crm' ? connection : undefined),
    connections: async () => [connection],
    describeEntity: async () => ({
      name: 'deals',
      summary: 'Deals',
      record: {},
      key: 'id',
      actions: [
        { ...action, action: 'list' },
        { ...action, action: 'context_store_search' },
      ],
      search: { fields: [] },
    }),
    ownFields: async () => fields,
  };
  const { call, close } = await connectedClient(stubCalls(calls));
  const { text, isError } = await call('describe_action', { entity: 'deals', action: 'list', ...input });
  await close();
  expect(isError, text).toBe(false);
  return text;
}

it('an action of a connection is described with the fields that its account has added', async () => {
  const fields = [field('due', { format: 'iso-8601' }), field('old', { gone_at: '2026-11-01T00:00:00.000Z' })];
  for (const connector of ['crm', 'ledger']) {
    expect(JSON.parse(await described(fields, { connector }))).toMatchObject({
      connector: 'ledger',
      own_fields: { 'properties.due': 'Label of due: string, a time' },
    });
  }
});

it('a search is described with the own fields that are copied', async () => {
  const fields = [field('copied'), field('other', { copied: false })];
  const { own_fields: own } = JSON.parse(await described(fields, { connector: 'crm', action: 'context_store_search' }));
  expect(Object.keys(own)).toEqual(['properties.copied']);
});

it('600 own fields do not flood an agent, which finds those it needs by words', async () => {
  const fields = Array.from({ length: 600 }, (_, index) => field(`field_${index}`));
  const text = await described(fields, { connector: 'crm' });
  expect(text.length).toBeLessThan(4_000);
  expect(text).toContain('560 more own fields');
  const { own_fields: own } = JSON.parse(await described(fields, { connector: 'crm', own_fields: 'label field_599' }));
  expect(Object.keys(own)).toEqual(['properties.field_599']);
});
