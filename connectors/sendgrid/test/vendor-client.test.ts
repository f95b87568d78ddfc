import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import client from '@sendgrid/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sandbox as simulation } from '../sandbox/index.ts';
import { sendgrid } from '../src/index.ts';

const id = sendgrid.id;
let running: RunningSandbox;

beforeAll(async () => {
  running = await startSandbox({ connectors: [sendgrid], sandboxes: [simulation] });
  // The client doubts keys that do not begin as SendGrid's do.
  const warning = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  client.setApiKey(running.sandbox.credentials(id).api_key ?? '');
  warning.mockRestore();
  client.setDefaultRequest('baseUrl', running.sandbox.baseUrl(running.origin, id));
});

afterAll(() => running.stop());

type Row = Readonly<Record<string, unknown>>;

async function get(url: string, qs: Row = {}) {
  const [response, body] = await client.request({ method: 'GET', url, qs });
  expect(response.statusCode).toBe(200);
  return body;
}

/** All rows of a list whose pages name the next one. */
async function followed(url: string, at: string, qs: Row): Promise<Row[]> {
  const body = await get(url, qs);
  const next: unknown = body._metadata?.next;
  return [...body[at], ...(typeof next === 'string' ? await followed(next, at, {}) : [])];
}

/** All rows of a list that is the whole body and skips by number. */
async function counted(url: string, limit: number, offset = 0): Promise<Row[]> {
  const rows: Row[] = await get(url, { limit, offset });
  return rows.length < limit ? rows : [...rows, ...(await counted(url, limit, offset + limit))];
}

const marketing = '/v3/marketing';
const lists: readonly (readonly [entity: string, read: () => Promise<Row[]>])[] = [
  ['contacts', async () => (await get(`${marketing}/contacts`)).result],
  ['lists', () => followed(`${marketing}/lists`, 'result', { page_size: 10 })],
  ['segments', async () => (await get(`${marketing}/segments/2.0`)).results],
  ['singlesends', () => followed(`${marketing}/singlesends`, 'result', { page_size: 10 })],
  ['templates', () => followed('/v3/templates', 'result', { page_size: 10, generations: 'legacy,dynamic' })],
  ['singlesend_stats', () => followed(`${marketing}/stats/singlesends`, 'results', { page_size: 10 })],
  ['bounces', () => counted('/v3/suppression/bounces', 10)],
  ['blocks', () => counted('/v3/suppression/blocks', 10)],
  ['spam_reports', () => counted('/v3/suppression/spam_reports', 10)],
  ['invalid_emails', () => counted('/v3/suppression/invalid_emails', 10)],
  ['global_suppressions', () => counted('/v3/suppression/unsubscribes', 10)],
  ['suppression_groups', () => get('/v3/asm/groups')],
  ['field_definitions', async () => (await get(`${marketing}/field_definitions`)).custom_fields],
  ['suppression_group_members', () => counted('/v3/asm/suppressions', 10)],
];

const records: readonly (readonly [entity: string, path: string])[] = [
  ['contacts', `${marketing}/contacts`],
  ['lists', `${marketing}/lists`],
  ['segments', `${marketing}/segments/2.0`],
  ['singlesends', `${marketing}/singlesends`],
  ['templates', '/v3/templates'],
  ['suppression_groups', '/v3/asm/groups'],
];

describe("SendGrid's own client", () => {
  it.each(lists)('lists %s', async (entity, read) => {
    expect(await read()).toEqual(running.sandbox.records(id, entity));
  });

  it.each(records)('gets one of %s', async (entity, path) => {
    const [record] = running.sandbox.records(id, entity);
    expect(await get(`${path}/${record?.id}`)).toEqual(record);
  });

  it('reads the message of a refusal', async () => {
    const refused = client.request({ method: 'GET', url: '/v3/templates/d-0' });
    await expect(refused).rejects.toMatchObject({
      code: 404,
      response: { body: { errors: [{ message: expect.any(String) }] } },
    });
  });
});
