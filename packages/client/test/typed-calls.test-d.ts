import { expectTypeOf, it } from 'vitest';
import { createClient, type LoosePaths, type ParamsOf, type Preview } from '../src/index.ts';
import type { WeatherPaths } from './weather-paths.ts';

const client = createClient({ url: 'http://127.0.0.1:8080', token: 'cty_token' });
const stripe = client.connector('id', 'stripe');
const zendesk = client.connector('id', 'zendesk');

it('types the records of a list and what stands next to them', async () => {
  const { data, meta } = await stripe.execute('customers', 'list', { limit: 3 });
  expectTypeOf(data[0]?.email).toEqualTypeOf<string | null | undefined>();
  expectTypeOf(meta.has_more).toEqualTypeOf<boolean>();
  // @ts-expect-error the records have no such field
  data[0]?.emial;
});

it('types the record of a get', async () => {
  const { data } = await stripe.execute('customers', 'get', { id: 'cus_1' });
  expectTypeOf(data.id).toEqualTypeOf<string>();
  expectTypeOf(data.created).toEqualTypeOf<number | null | undefined>();
});

it('lets params be left out only where none is required', () => {
  stripe.execute('customers', 'list');
  // @ts-expect-error a get needs the id
  stripe.execute('customers', 'get');
  // @ts-expect-error a get needs the id
  stripe.execute('customers', 'get', {});
});

it('refuses names that the connector does not have', () => {
  // @ts-expect-error wrong entity
  stripe.execute('customrs', 'list');
  // @ts-expect-error wrong action
  stripe.execute('customers', 'lst');
  // @ts-expect-error an action that this entity does not offer
  stripe.execute('balance', 'delete');
  // @ts-expect-error wrong param
  stripe.execute('customers', 'list', { limt: 3 });
  // @ts-expect-error wrong type of a param
  stripe.execute('customers', 'list', { limit: '3' });
});

it('types the calls of a batch and their results', async () => {
  const calls = [{ id: 'cus_1', name: 'Ada' }].map(
    ({ id, name }) => ({ entity: 'customers', action: 'update', params: { id, name } }) as const,
  );
  const { data } = await stripe.batch(calls);
  const [first] = data;
  if (first?.status === 'succeeded') expectTypeOf(first.result.data.id).toEqualTypeOf<string>();
  // @ts-expect-error only a call that succeeded has a result
  void first?.result;
  // @ts-expect-error an update needs the id
  stripe.batch([{ entity: 'customers', action: 'update', params: { name: 'Ada' } }]);
  // @ts-expect-error wrong entity
  stripe.batch([{ entity: 'customrs', action: 'list' }]);
  const [preview] = (await stripe.batch(calls, { dry_run: true })).data;
  if (preview?.status === 'succeeded') expectTypeOf(preview.result).toEqualTypeOf<Preview>();
});

it('types searches, also of paths into nested objects', async () => {
  const { data, meta } = await stripe.search('customers', {
    query: {
      filter: { fuzzy: { name: 'okafr' }, not: { eq: { 'address.city': 'Paris' } } },
      sort: [{ created: 'desc' }, { 'address.city': 'asc' }],
    },
    fields: ['id', 'name'],
  });
  expectTypeOf(data[0]?.name).toEqualTypeOf<string | null | undefined>();
  expectTypeOf(meta.took_ms).toEqualTypeOf<number>();
  // @ts-expect-error wrong field
  stripe.search('customers', { query: { filter: { eq: { nmae: 'Ada' } } } });
  stripe.search('customers', { query: { filter: { in: { name: ['Ada'] }, contains: { preferred_locales: 'de' } } } });
  // @ts-expect-error wrong field of a list
  stripe.search('customers', { query: { filter: { in: { nmae: ['Ada'] } } } });
  // @ts-expect-error wrong type in a list
  stripe.search('customers', { query: { filter: { in: { balance: ['Ada'] } } } });
  // @ts-expect-error wrong field of a text
  stripe.search('customers', { query: { filter: { keyword: { nmae: 'Ada' } } } });
  // @ts-expect-error a number is no text
  stripe.search('customers', { query: { filter: { like: { balance: '17%' } } } });
  // @ts-expect-error a text is no array
  stripe.search('customers', { query: { filter: { contains: { name: 'Ada' } } } });
  // @ts-expect-error wrong field to sort by
  stripe.search('customers', { query: { sort: [{ nmae: 'asc' }] } });
  // @ts-expect-error an object has no order
  stripe.search('customers', { query: { sort: [{ address: 'asc' }] } });
  // @ts-expect-error wrong field within a condition
  stripe.search('customers', { query: { filter: { not: { or: [{ eq: { nmae: 'Ada' } }] } } } });
  // @ts-expect-error wrong operator
  stripe.search('customers', { query: { filter: { equals: { name: 'Ada' } } } });
  // @ts-expect-error wrong direction
  stripe.search('customers', { query: { sort: [{ created: 'down' }] } });
  // @ts-expect-error an entity without a copy
  stripe.search('balance', { query: {} });
});

it('types aggregations and their rows', async () => {
  const { data, meta } = await stripe.aggregate('customers', {
    query: {
      filter: { eq: { delinquent: true } },
      aggregate: {
        group_by: ['currency', { field: 'created', by: 'month', time_zone: 'Europe/Berlin' }],
        values: { customers: { count: '*' }, owed: { sum: 'balance' } },
      },
      sort: [{ owed: 'desc' }],
    },
    limit: 10,
  });
  expectTypeOf(data[0]?.customers).toEqualTypeOf<number | undefined>();
  expectTypeOf(data[0]?.owed).toEqualTypeOf<string | number | boolean | null | undefined>();
  expectTypeOf(meta.total).toEqualTypeOf<number | undefined>();
  // @ts-expect-error wrong field to group by
  stripe.aggregate('customers', { query: { aggregate: { group_by: ['nmae'], values: { n: { count: '*' } } } } });
  // @ts-expect-error wrong operator
  stripe.aggregate('customers', { query: { aggregate: { values: { n: { median: 'balance' } } } } });
  // @ts-expect-error an aggregation has no cursor
  stripe.aggregate('customers', { query: { aggregate: { values: { n: { count: '*' } } } }, cursor: 'x' });
});

it('types pages and their records', async () => {
  for await (const page of stripe.pages('customers', 'list', { limit: 3 })) {
    expectTypeOf(page.meta.has_more).toEqualTypeOf<boolean>();
  }
  for await (const record of stripe.records('customers', 'context_store_search', { query: {} })) {
    expectTypeOf(record.name).toEqualTypeOf<string | null | undefined>();
  }
  // @ts-expect-error a get has no pages
  stripe.pages('customers', 'get', { id: 'cus_1' });
});

it('types downloads', async () => {
  const { stream } = await zendesk.download('attachments', { attachment_id: 1 });
  expectTypeOf(stream).toEqualTypeOf<ReadableStream<Uint8Array>>();
  // @ts-expect-error download answers no JSON
  zendesk.execute('attachments', 'download', { attachment_id: 1 });
  // @ts-expect-error an entity without files
  zendesk.download('tickets', { attachment_id: 1 });
});

it('types dry runs as previews and chosen fields as maybe missing', async () => {
  const preview = await stripe.execute('customers', 'create', { name: 'Ada' }, { dry_run: true });
  expectTypeOf(preview).toEqualTypeOf<Preview>();
  const { data } = await stripe.execute('charges', 'list', {}, { select_fields: ['id', 'billing_details.email'] });
  expectTypeOf(data[0]?.amount).toEqualTypeOf<number | null | undefined>();
  // @ts-expect-error wrong option
  stripe.execute('customers', 'list', {}, { select: ['id'] });
});

it('takes the types of a connector that is not built in', async () => {
  const weather = client.connector<WeatherPaths>('id');
  const { data } = await weather.execute('stations', 'list', { country: 'NL' });
  expectTypeOf(data[0]?.name).toEqualTypeOf<string | undefined>();
  // @ts-expect-error wrong param
  weather.execute('stations', 'list', { land: 'NL' });
  // @ts-expect-error wrong entity
  weather.execute('reports', 'list');
});

it('checks nothing of a connector that it does not know', async () => {
  const unknown = client.connector('id', 'ledger');
  const { data, meta } = await unknown.execute('deals', 'list', { stage: 'won' });
  expectTypeOf(data).toEqualTypeOf<Record<string, unknown>[]>();
  expectTypeOf(meta.next_params).toEqualTypeOf<Record<string, unknown> | null>();
  const single = await unknown.execute('deals', 'get', { id: 1 });
  expectTypeOf(single.data.name).toEqualTypeOf<unknown>();
  expectTypeOf((await unknown.download('files', { id: 1 })).status).toEqualTypeOf<number>();
  // @ts-expect-error wrong action
  unknown.execute('deals', 'lst');
  expectTypeOf<ParamsOf<LoosePaths, 'deals', 'list'>>().toEqualTypeOf<Record<string, unknown>>();
});

it('types management', async () => {
  for await (const { name } of client.workspace('demo').connections.list({ connector: 'stripe' })) {
    expectTypeOf(name).toEqualTypeOf<string>();
  }
  // @ts-expect-error wrong member
  client.workspace('demo').tokens.create({ name: 'reporting', polcy: {} });
  for await (const { outcome } of client.workspace('demo').audit.list({ state: 'interrupted' })) {
    expectTypeOf(outcome).toEqualTypeOf<number | null>();
  }
  // @ts-expect-error wrong state
  client.workspace('demo').audit.list({ state: 'broken' });
  const { data } = await client.transport.GET('/api/v1/workspaces/{workspace}/audit', {
    params: { path: { workspace: 'demo' } },
  });
  expectTypeOf(data?.data[0]?.outcome).toEqualTypeOf<number | null | undefined>();
});
