import { parseVerbatim } from '@connectory/exact-json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executeResultSchema } from '../src/execute/schemas.ts';
import { expectProblem } from './expect-problem.ts';
import { startRawUpstream } from './raw-upstream.ts';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

afterAll(() => gateway.stop());

const customer = async () => {
  const list = await gateway.execute('ledger', { entity: 'customers', action: 'list', params: { limit: 1 } });
  return list.json.data[0];
};

describe('what an execute call answers', () => {
  it('is exactly data and meta, as the documentation has it', async () => {
    const reply = await gateway.execute('ledger', { entity: 'customers', action: 'list', params: { limit: 2 } });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json');
    expect(reply.headers['content-length']).toBe(String(reply.bytes.length));
    expect(Object.keys(reply.json)).toEqual(['data', 'meta']);
    expect(reply.json.data).toHaveLength(2);
    expect(reply.json.meta).toEqual({ has_more: true, next_params: { starting_after: reply.json.data[1].id } });
    expect(executeResultSchema.safeParse(reply.json).error).toBeUndefined();
  });

  it.each([
    ['without params', {}],
    ['with params null', { params: null }],
    ['with every optional member null', { params: null, select_fields: null, exclude_fields: null, intent: null }],
    ['with what existing clients send', { skip_truncation: true }],
  ])('is the first page %s', async (_case, members) => {
    const reply = await gateway.execute('ledger', { entity: 'customers', action: 'list', ...members });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json.data.length).toBeGreaterThan(0);
  });

  it.each(['9007199254740993', '-1208925819614629174706176'])(
    'refuses the number %s where it is too large',
    async (digits) => {
      const list = { entity: 'customers', action: 'list', params: { limit: parseVerbatim(digits) } };
      const reply = await gateway.execute('ledger', list);
      expectProblem(reply, 'invalid_params');
      expect(reply.json.errors).toEqual([
        { field: '/params/limit', message: 'is outside the accepted range of integers', error_code: 'too_big' },
      ]);
    },
  );

  it('follows a record from its creation to its end', async () => {
    const run = (action: string, params: object) => gateway.execute('ledger', { entity: 'customers', action, params });
    const created = await run('create', { name: 'Ada Marsh', email: 'ada@example.org' });
    expect(created.json).toMatchObject({ data: { name: 'Ada Marsh', email: 'ada@example.org' }, meta: {} });
    const { id } = created.json.data;
    expect((await run('get', { id })).json.data).toMatchObject({ id, name: 'Ada Marsh' });
    expect((await run('update', { id, name: 'Ada Cole' })).json.data).toMatchObject({ id, name: 'Ada Cole' });
    expect((await run('get', { id })).json.data.name).toBe('Ada Cole');
    const listed = await run('list', { limit: 100 });
    expect(listed.json.data.map((record: { id: string }) => record.id)).toContain(id);
    expect((await run('delete', { id })).json.data).toMatchObject({ id, deleted: true });
    expectProblem(await run('get', { id }), 'record_not_found');
  });

  it('passes the bytes of a record on unchanged when no field is chosen', async () => {
    const upstream = await startRawUpstream();
    const exact = '{ "id":"cus_1", "exact": 12345678901234567890.10, "text":"\\u00e9\u00e9" , "id":"again" }';
    upstream.response((_request, response) => response.end(`{"has_more":false,"data":[${exact},\n${exact}]}`));
    const settings = { base_url: upstream.origin };
    const id = await gateway.connect('ledger', 'raw', { settings, check: false });
    const reply = await gateway.execute(id, { entity: 'customers', action: 'list' });
    expect(reply.text).toBe(`{"data":[${exact},\n${exact}],"meta":{"has_more":false,"next_params":null}}`);
    await upstream.stop();
  });

  it('takes the request id of the caller, and makes one of its own from an unusable one', async () => {
    const list = { entity: 'customers', action: 'list' };
    const own = await gateway.execute('ledger', list, { headers: { 'x-request-id': 'report-17.a_b' } });
    expect(own.headers['x-request-id']).toBe('report-17.a_b');
    const unusable = await gateway.execute('ledger', list, { headers: { 'x-request-id': 'a b<script>' } });
    expect(unusable.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const failed = await gateway.execute('ledger', { entity: 'x' }, { headers: { 'x-request-id': 'failed-1' } });
    expect(expectProblem(failed, 'malformed_request').request_id).toBe('failed-1');
  });
});

describe('api_search', () => {
  it('returns an array with the paging of the search', async () => {
    const params = { query: 'created>0', limit: 3 };
    const first = await gateway.execute('ledger', { entity: 'customers', action: 'api_search', params });
    expect(first.status, first.text).toBe(200);
    expect(first.json.data).toHaveLength(3);
    expect(Object.keys(first.json.meta).sort()).toEqual(['has_more', 'next_page', 'next_params']);
    const { next_params: next } = first.json.meta;
    const more = { ...params, ...next };
    const second = await gateway.execute('ledger', { entity: 'customers', action: 'api_search', params: more });
    expect(second.json.data[0].id).not.toBe(first.json.data[0].id);
  });
});

describe('chosen fields', () => {
  const list = { entity: 'customers', action: 'list', params: { limit: 3 } };

  it('are the only ones, in nested objects too', async () => {
    const reply = await gateway.execute('ledger', {
      ...list,
      select_fields: ['id', 'invoice_settings.footer', 'no'],
    });
    expect(reply.json.data).toHaveLength(3);
    for (const record of reply.json.data) {
      expect(Object.keys(record).sort()).toEqual(['id', 'invoice_settings']);
      expect(Object.keys(record.invoice_settings)).toEqual(['footer']);
    }
    expect(Object.keys(reply.json.meta)).toEqual(['has_more', 'next_params']);
  });

  it('can be left out instead', async () => {
    const whole = await gateway.execute('ledger', list);
    const reply = await gateway.execute('ledger', { ...list, exclude_fields: ['email', 'invoice_settings.footer'] });
    for (const [index, record] of reply.json.data.entries()) {
      const { email: _email, ...rest } = whole.json.data[index];
      const { footer: _footer, ...settings } = rest.invoice_settings;
      expect(record).toEqual({ ...rest, invoice_settings: settings });
    }
  });

  it('win over those to leave out', async () => {
    const choice = { select_fields: ['id', 'name'], exclude_fields: ['name'] };
    const reply = await gateway.execute('ledger', { ...list, ...choice });
    expect(Object.keys(reply.json.data[0]).sort()).toEqual(['id', 'name']);
  });

  it('apply to one record as well', async () => {
    const { id, name } = await customer();
    const get = { entity: 'customers', action: 'get', params: { id }, select_fields: ['name'] };
    expect((await gateway.execute('ledger', get)).json).toEqual({ data: { name }, meta: {} });
  });

  it('that are no paths are refused before anything is sent', async () => {
    const arrived = await gateway.arrivalsDuring(async () => {
      const body = { entity: 'customers', action: 'create', params: { name: 'Never' }, select_fields: ['name..first'] };
      expectProblem(await gateway.execute('ledger', body), 'malformed_request');
    });
    expect(arrived).toEqual([]);
  });
});

describe('a dry run', () => {
  it('shows a form as it would be sent, with the credential masked, and sends nothing', async () => {
    const body = { entity: 'customers', action: 'create', params: { name: 'Ada Marsh', email: 'ada@example.org' } };
    const arrived = await gateway.arrivalsDuring(async () => {
      const reply = await gateway.execute('ledger', { ...body, dry_run: true });
      expect(reply.status).toBe(200);
      expect(reply.json.meta).toEqual({});
      expect(executeResultSchema.safeParse(reply.json).error).toBeUndefined();
      expect(reply.json.data.requests).toMatchObject([
        {
          method: 'POST',
          url: `${gateway.sandboxOrigin}/ledger/v1/customers`,
          headers: { authorization: 'Bearer ***', 'content-type': 'application/x-www-form-urlencoded' },
        },
      ]);
      const form = new URLSearchParams(reply.json.data.requests[0].body);
      expect(Object.fromEntries(form)).toEqual({ name: 'Ada Marsh', email: 'ada@example.org' });
    });
    expect(arrived).toEqual([]);
  });

  it('has an address of its own for each action', async () => {
    const params = { name: 'Ada Marsh', email: 'ada@example.org' };
    const id = gateway.connection('ledger');
    const address = `/api/v1/integrations/connectors/${id}/execute/customers/create/dry-run`;
    const arrived = await gateway.arrivalsDuring(async () => {
      const body = { entity: 'customers', action: 'create', params, dry_run: true };
      const expected = await gateway.execute('ledger', body);
      const reply = await gateway.send('POST', address, { body: { params } });
      expect(reply.status).toBe(200);
      expect(reply.json).toEqual(expected.json);
      expectProblem(await gateway.send('POST', address, { body: { params, dry_run: true } }), 'malformed_request');
      expectProblem(await gateway.send('POST', address, { body: { params: { nam: 'x' } } }), 'invalid_params');
      expect((await gateway.send('GET', address)).headers.allow).toBe('POST');
    });
    expect(arrived).toEqual([]);
  });

  it('shows a JSON body as a value, and basic credentials masked', async () => {
    const body = { entity: 'jobs', action: 'list', params: { limit: 5 }, dry_run: true };
    const reply = await gateway.execute('hiring-desk', body);
    expect(reply.json.data.requests).toMatchObject([
      { method: 'POST', headers: { authorization: 'Basic ***' }, body: { limit: 5 } },
    ]);
  });

  it('validates like the call itself', async () => {
    const body = { entity: 'customers', action: 'get', params: { ident: 'cus_1' }, dry_run: true };
    expectProblem(await gateway.execute('ledger', body), 'invalid_params');
  });
});

describe('a download', () => {
  it('gives the bytes of the file with its headers', async () => {
    const params = { attachment_id: 17_463_839_000_001 };
    const meta = await gateway.execute('help-centre', { entity: 'attachments', action: 'get', params });
    const file = await gateway.execute('help-centre', { entity: 'attachments', action: 'download', params });
    expect(file.status).toBe(200);
    expect(file.headers['content-type']).toBe(meta.json.data.content_type);
    expect(file.headers['content-length']).toBe(String(meta.json.data.size));
    expect(file.bytes).toHaveLength(meta.json.data.size);
    expect(file.headers['content-disposition']).toContain(meta.json.data.file_name);
  });
});
