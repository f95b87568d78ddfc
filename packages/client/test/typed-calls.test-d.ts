import { expectTypeOf, it } from 'vitest';
import { createClient, type LoosePaths, type ParamsOf, type Preview } from '../src/index.ts';
import type { WeatherPaths } from './weather-paths.ts';

const client = createClient({ url: 'http://127.0.0.1:8080', token: 'cty_token' });
const payments = client.connector('id', 'payments');
const helpdesk = client.connector('id', 'helpdesk');

it('types the records of a list and what stands beside them', async () => {
  const { data, meta } = await payments.execute('customers', 'list', { limit: 3 });
  expectTypeOf(data[0]?.email).toEqualTypeOf<string | null | undefined>();
  expectTypeOf(meta.has_more).toEqualTypeOf<boolean>();
  // @ts-expect-error the records have no such field
  data[0]?.emial;
});

it('types the record of a get', async () => {
  const { data } = await payments.execute('customers', 'get', { id: 'cus_1' });
  expectTypeOf(data.id).toEqualTypeOf<string | undefined>();
  expectTypeOf(data.created).toEqualTypeOf<number | null | undefined>();
});

it('lets params be left out only where none is required', () => {
  payments.execute('customers', 'list');
  // @ts-expect-error a get needs the id
  payments.execute('customers', 'get');
  // @ts-expect-error a get needs the id
  payments.execute('customers', 'get', {});
});

it('refuses names that the connector does not have', () => {
  // @ts-expect-error wrong entity
  payments.execute('customrs', 'list');
  // @ts-expect-error wrong action
  payments.execute('customers', 'lst');
  // @ts-expect-error an action that this entity does not offer
  payments.execute('balance', 'delete');
  // @ts-expect-error wrong param
  payments.execute('customers', 'list', { limt: 3 });
  // @ts-expect-error wrong type of a param
  payments.execute('customers', 'list', { limit: '3' });
});

it('types searches, also of paths into nested objects', async () => {
  const { data, meta } = await payments.search('customers', {
    query: {
      filter: { fuzzy: { name: 'okafr' }, not: { eq: { 'address.city': 'Paris' } } },
      sort: [{ created: 'desc' }, { 'address.city': 'asc' }],
    },
    fields: ['id', 'name'],
  });
  expectTypeOf(data[0]?.name).toEqualTypeOf<string | null | undefined>();
  expectTypeOf(meta.took_ms).toEqualTypeOf<number>();
  // @ts-expect-error wrong field
  payments.search('customers', { query: { filter: { eq: { nmae: 'Ada' } } } });
  payments.search('customers', { query: { filter: { in: { name: ['Ada'] }, contains: { preferred_locales: 'de' } } } });
  // @ts-expect-error wrong field of a list
  payments.search('customers', { query: { filter: { in: { nmae: ['Ada'] } } } });
  // @ts-expect-error wrong type in a list
  payments.search('customers', { query: { filter: { in: { created: ['Ada'] } } } });
  // @ts-expect-error wrong field of a text
  payments.search('customers', { query: { filter: { keyword: { nmae: 'Ada' } } } });
  // @ts-expect-error a number is no text
  payments.search('customers', { query: { filter: { like: { created: '17%' } } } });
  // @ts-expect-error a text is no array
  payments.search('customers', { query: { filter: { contains: { name: 'Ada' } } } });
  // @ts-expect-error wrong field to sort by
  payments.search('customers', { query: { sort: [{ nmae: 'asc' }] } });
  // @ts-expect-error an object has no order
  payments.search('customers', { query: { sort: [{ address: 'asc' }] } });
  // @ts-expect-error wrong field within a condition
  payments.search('customers', { query: { filter: { not: { or: [{ eq: { nmae: 'Ada' } }] } } } });
  // @ts-expect-error wrong operator
  payments.search('customers', { query: { filter: { equals: { name: 'Ada' } } } });
  // @ts-expect-error wrong direction
  payments.search('customers', { query: { sort: [{ created: 'down' }] } });
  // @ts-expect-error an entity without a copy
  payments.search('balance', { query: {} });
});

it('types pages and their records', async () => {
  for await (const page of payments.pages('customers', 'list', { limit: 3 })) {
    expectTypeOf(page.meta.has_more).toEqualTypeOf<boolean>();
  }
  for await (const record of payments.records('customers', 'context_store_search', { query: {} })) {
    expectTypeOf(record.name).toEqualTypeOf<string | null | undefined>();
  }
  // @ts-expect-error a get has no pages
  payments.pages('customers', 'get', { id: 'cus_1' });
});

it('types downloads', async () => {
  const { stream } = await helpdesk.download('attachments', { attachment_id: 1 });
  expectTypeOf(stream).toEqualTypeOf<ReadableStream<Uint8Array>>();
  // @ts-expect-error download answers no JSON
  helpdesk.execute('attachments', 'download', { attachment_id: 1 });
  // @ts-expect-error an entity without files
  helpdesk.download('tickets', { attachment_id: 1 });
});

it('types dry runs as previews and chosen fields as maybe missing', async () => {
  const preview = await payments.execute('customers', 'create', { name: 'Ada' }, { dry_run: true });
  expectTypeOf(preview).toEqualTypeOf<Preview>();
  const { data } = await payments.execute('charges', 'list', {}, { select_fields: ['id', 'billing_details.email'] });
  expectTypeOf(data[0]?.amount).toEqualTypeOf<number | null | undefined>();
  // @ts-expect-error wrong option
  payments.execute('customers', 'list', {}, { select: ['id'] });
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
  for await (const { name } of client.workspace('demo').connections.list({ connector: 'payments' })) {
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
