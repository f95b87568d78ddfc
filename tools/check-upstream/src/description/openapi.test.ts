import { describe, expect, it } from 'vitest';
import { loadFixture } from '../../test/fixture.ts';
import { faultsOf, requestOf } from '../testing/observed-request.ts';

const bakery = loadFixture('bakery.openapi.yaml');
const base = 'https://eu.bakery.example/v1';
const faults = (line: string, body?: unknown, headers?: Record<string, string>) =>
  faultsOf(bakery, requestOf(line.replace(' /', ` ${base}/`), body, headers));

describe('method, path and server', () => {
  it('knows an operation by its template', () => {
    expect(bakery.check(requestOf(`GET ${base}/loaves`))).toEqual({ operation: 'GET /loaves', deviations: [] });
  });

  it('takes any value for a variable of the server, and drops a remark behind its URL', () => {
    expect(faultsOf(bakery, requestOf('GET https://us.bakery.example/v1/loaves'))).toEqual([]);
    expect(faultsOf(bakery, requestOf('GET https://bakery.example/v1/loaves'))).toEqual([]);
  });

  it('refuses another server, but still compares the rest', () => {
    const request = requestOf('GET https://bakery.test/v1/loaves?limt=1');
    expect(faultsOf(bakery, request)).toEqual(['unknown_server /url', 'unknown_query /query/limt ~limit']);
  });

  it('takes a further server from its caller', () => {
    const local = loadFixture('bakery.openapi.yaml', { servers: ['http://localhost:9/bakery'] });
    expect(faultsOf(local, requestOf('GET http://localhost:9/bakery/loaves'))).toEqual([]);
  });

  it('prefers the servers of a path over those of the document', () => {
    expect(faultsOf(bakery, requestOf('POST https://hooks.bakery.example/webhook'))).toEqual([]);
    expect(faults('POST /webhook')).toEqual(['unknown_path /path ~POST /webhook']);
  });

  it('names the closest operation for an unknown path', () => {
    expect(faults('GET /loafs')).toEqual(['unknown_path /path ~GET /loaves']);
    expect(faultsOf(bakery, requestOf('GET https://eu.bakery.example/loaves'))).toEqual([
      'unknown_path /path ~GET /loaves',
    ]);
  });

  it('lists the methods of a path for an unknown method', () => {
    const [deviation] = bakery.check(requestOf(`PUT ${base}/loaves/1`)).deviations;
    expect(deviation).toMatchObject({ kind: 'unknown_method', where: '/path' });
    expect(deviation?.message).toContain('GET, DELETE, PATCH');
  });

  it('picks the most specific template', () => {
    const operation = (path: string) => bakery.check(requestOf(`GET ${base}${path}`)).operation;
    expect(operation('/loaves/search')).toBe('GET /loaves/search');
    expect(operation('/loaves/7.json')).toBe('GET /loaves/{id}.json');
    expect(operation('/loaves/7')).toBe('GET /loaves/{id}');
  });

  it('falls back to a wider template that has the method', () => {
    expect(faults('DELETE /loaves/search')).toEqual(['deprecated /path', 'wrong_type /path/id']);
  });

  it('compares path parameters, decoded, and takes a masked one', () => {
    const version = { 'X-Bakery-Version': '2026-01' };
    expect(faults('GET /loaves/rye', undefined, version)).toEqual(['wrong_type /path/id']);
    expect(faults('GET /loaves/%37', undefined, version)).toEqual([]);
    expect(faults('GET /loaves/***', undefined, version)).toEqual([]);
    expect(faults('GET /loaves/%zz', undefined, version)).toEqual(['malformed_request /path/id']);
  });

  it('reports a URL that is none', () => {
    expect(faultsOf(bakery, requestOf('GET loaves'))).toEqual(['malformed_request /url']);
  });
});

describe('headers', () => {
  it('asks for required headers and compares their values', () => {
    expect(faults('GET /loaves/1')).toEqual(['missing_header /header/x-bakery-version']);
    expect(faults('GET /loaves/1', undefined, { 'x-bakery-version': 'new' })).toEqual([
      'wrong_value /header/x-bakery-version',
    ]);
    expect(faults('GET /loaves/1', undefined, { 'x-bakery-version': 'key=***' })).toEqual([]);
  });
});

describe('JSON bodies', () => {
  const loaf = { name: 'Rye loaf', flour: 'rye' };

  it('takes a right one', () => {
    const body = {
      ...loaf,
      weight: null,
      price: { per_gram: 0.5, currency: 'EUR' },
      notes: { any: 'name' },
      anything: { at: ['all'] },
      layers: [{ name: 'crust', below: { name: 'crumb' } }],
    };
    expect(faults('POST /loaves', body)).toEqual([]);
  });

  it('asks for required fields of every member of allOf', () => {
    expect(faults('POST /loaves', {})).toEqual(['missing_field /body/name', 'missing_field /body/flour']);
  });

  it('refuses unknown fields at any depth, with the closest known one', () => {
    const body = { ...loaf, wieght: 1, layers: [{ name: 'a' }, { name: 'b', below: { name: 'c', blow: 1 } }] };
    expect(faults('POST /loaves', body)).toEqual([
      'unknown_field /body/layers/*/below/blow ~below',
      'unknown_field /body/wieght ~weight',
    ]);
  });

  it('explains the closest member of oneOf', () => {
    expect(faults('POST /loaves', { ...loaf, price: { per_gram: 1, curency: 'EUR' } })).toEqual([
      'unknown_field /body/price/curency ~currency',
    ]);
    expect(faults('POST /loaves', { ...loaf, price: { amount: 1, per_gram: 1 } })).toEqual([
      'unknown_field /body/price/per_gram',
    ]);
  });

  it('compares types, enums and bounds', () => {
    const body = { name: 'x'.repeat(21), flour: 'spelled', weight: 0, layers: [{}, {}, {}] };
    expect(new Set(faults('POST /loaves', body))).toEqual(
      new Set([
        'wrong_value /body/name',
        'wrong_value /body/flour ~spelt',
        'wrong_value /body/weight',
        'wrong_value /body/layers',
        'missing_field /body/layers/*/name',
      ]),
    );
    expect(faults('POST /loaves', { ...loaf, weight: '5' })).toEqual(['wrong_type /body/weight']);
  });

  it('refuses read-only fields and reports deprecated ones', () => {
    expect(faults('POST /loaves', { ...loaf, id: 'x' })).toEqual(['read_only /body/id']);
    expect(faults('POST /loaves', { ...loaf, shelf: 'x' })).toEqual(['deprecated /body/shelf']);
  });

  it('takes a masked secret for any value', () => {
    expect(faults('POST /loaves', { name: 'x', flour: '***', weight: '***' })).toEqual([]);
  });

  it('asks for a required body, and for the required fields of one that is not declared optional', () => {
    expect(faults('POST /loaves')).toEqual(['missing_body /body']);
    expect(faults('PATCH /loaves/1')).toEqual(['missing_field /body/name']);
  });

  it('refuses a body nobody asked for, unless it is empty', () => {
    expect(faultsOf(bakery, requestOf('POST https://hooks.bakery.example/webhook', { a: 1 }))).toEqual([
      'unexpected_body /body',
    ]);
    expect(faultsOf(bakery, requestOf('POST https://hooks.bakery.example/webhook', {}))).toEqual([]);
  });

  it('compares the content type, without its parameters', () => {
    const vendor = (contentType: string) => ({ 'Content-Type': contentType });
    expect(faults('POST /loaves', loaf, vendor('Application/JSON; charset=utf-8'))).toEqual([]);
    expect(faults('POST /loaves', loaf, vendor('text/plain'))).toEqual(['content_type /header/content-type']);
    const oven = (contentType: string) => faults('POST /ovens/1:heat', { degrees: 'hot' }, vendor(contentType));
    expect(oven('application/vnd.oven+json')).toEqual(['wrong_type /body/degrees']);
    expect(oven('application/json')).toEqual(['content_type /header/content-type']);
  });

  it('says that a content type is missing', () => {
    const request = { method: 'POST', url: `${base}/loaves`, headers: {}, body: loaf };
    expect(bakery.check(request).deviations[0]?.message).toContain('no content type is sent');
  });
});

describe('forms', () => {
  const brackets = loadFixture('forms.openapi.json');
  const repeated = loadFixture('flat-forms.openapi.json');
  const charge = (form: string) => faultsOf(brackets, requestOf('POST https://pay.example/charges', form));
  const message = (form: string) => faultsOf(repeated, requestOf('POST https://text.example/Messages.json', form));

  it('decodes nested brackets and reads text as the wanted type', () => {
    const form =
      'amount=5&capture=true&note=&until=now&metadata[a+b]=1&expand[]=x&items[0][price]=p&items[0][quantity]=2';
    expect(charge(form)).toEqual([]);
    expect(charge('amount=5&until=1700000000&expand[0]=x&expand[1]=y')).toEqual([]);
  });

  it('reports wrong types, bounds, unknown and missing fields', () => {
    expect(charge('amount=much&items[0][quantity]=x&items[0][prise]=p')).toEqual([
      'wrong_type /body/amount',
      'missing_field /body/items/*/price',
      'wrong_type /body/items/*/quantity',
      'unknown_field /body/items/*/prise ~price',
    ]);
    expect(charge('amount=0')).toEqual(['wrong_value /body/amount']);
    expect(charge('capture=yes')).toEqual(['missing_field /body/amount', 'wrong_type /body/capture']);
  });

  it('keeps lists in brackets and repeated names apart by the vendor', () => {
    expect(charge('amount=1&expand=x')).toEqual(['wrong_type /body/expand']);
    expect(message('To=1&MediaUrl=https://a.example/1')).toEqual([]);
    expect(message('To=1&MediaUrl=https://a.example/1&MediaUrl=https://a.example/2')).toEqual([]);
    expect(message('To=1&MediaUrl[]=https://a.example/1')).toEqual([]);
    expect(message('To=1&MediaUrl=cat')).toEqual(['wrong_value /body/MediaUrl/*']);
    expect(message('To=1&To=2')).toEqual(['wrong_type /body/To']);
  });

  it('refuses broken encodings and objects in place of forms', () => {
    expect(charge('amount=%zz')).toEqual(['malformed_request /body']);
    const request = requestOf(
      'POST https://pay.example/charges',
      { amount: 1 },
      {
        'Content-Type': 'application/x-www-form-urlencoded',
      },
    );
    expect(faultsOf(brackets, request)).toEqual(['malformed_request /body']);
  });
});
