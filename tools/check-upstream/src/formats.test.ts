import { describe, expect, it } from 'vitest';
import { deviationsOf, loadFixture, requestOf } from '../test/fixture.ts';
import { combineDescriptions, DescriptionError } from './description.ts';
import { loadDescription } from './formats.ts';

const load = (text: string) => loadDescription({ name: 'api.txt', text });
const minimal = { openapi: '3.1.0', paths: { '/a': { get: {} } } };

describe('loading a description', () => {
  it.each([
    ['broken JSON', '{ "openapi": ', 'api.txt is broken JSON'],
    ['broken YAML', 'openapi: 3.1.0\npaths: [', 'api.txt is broken YAML'],
    ['another JSON document', '{ "resources": {} }', 'api.txt is no API description'],
    ['prose', 'An API with many paths', 'nor GraphQL SDL'],
    ['nothing', '', 'nor GraphQL SDL'],
  ])('refuses %s and says which file it is', (_, text, message) => {
    expect(() => load(text)).toThrow(DescriptionError);
    expect(() => load(text)).toThrow(message);
  });

  it('notes references and patterns it cannot use, and takes any value there', () => {
    const description = load(
      JSON.stringify({
        ...minimal,
        paths: {
          '/a': {
            get: {
              parameters: [
                { name: 'code', in: 'query', schema: { type: 'string', pattern: '(?i-mx:^[a-z]+$)' } },
                { name: 'kind', in: 'query', schema: { $ref: 'other.json#/kind' } },
              ],
            },
          },
        },
      }),
    );
    expect(description.notes).toEqual([
      'not checked: pattern (?i-mx:^[a-z]+$) is no JavaScript pattern',
      'not checked: reference other.json#/kind leads nowhere',
    ]);
    const request = { method: 'GET', url: 'https://any.example/a?code=5&kind=x', headers: {} };
    expect(description.check(request).deviations).toEqual([]);
  });

  it('follows references through references, into paths and into lists that were cut', () => {
    const description = load(
      JSON.stringify({
        openapi: '3.1.0',
        paths: {
          '/a': {
            post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/x-first/schema' } } } } },
          },
          '/b': {
            post: {
              requestBody: {
                content: {
                  'application/json': { schema: { properties: { kind: { allOf: { 1: { enum: ['x'] } } } } } },
                },
              },
            },
          },
        },
        'x-first': { $ref: '#/x-second' },
        'x-second': {
          schema: {
            properties: {
              kind: { $ref: '#/paths/~1b/post/requestBody/content/application~1json/schema/properties/kind/allOf/1' },
            },
          },
        },
      }),
    );
    const send = (path: string, kind: string) =>
      description
        .check({
          method: 'POST',
          url: `https://any.example${path}`,
          headers: { 'content-type': 'application/json' },
          body: { kind },
        })
        .deviations.map((deviation) => deviation.kind);
    expect(description.notes).toEqual([]);
    expect([send('/a', 'x'), send('/a', 'y'), send('/b', 'x'), send('/b', 'y')]).toEqual([
      [],
      ['wrong_value'],
      [],
      ['wrong_value'],
    ]);
  });

  it('survives schemas that refer to themselves', () => {
    const schema = { $ref: '#/components/schemas/Loop' };
    const description = load(
      JSON.stringify({
        ...minimal,
        paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
        components: { schemas: { Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }], properties: { a: {} } } } },
      }),
    );
    const request = {
      method: 'POST',
      url: 'https://a.example/a',
      headers: { 'content-type': 'application/json' },
      body: { b: 1 },
    };
    expect(description.check(request).deviations.map((deviation) => deviation.where)).toEqual(['/body/b']);
  });
});

const bakery = loadFixture('bakery.openapi.yaml');
const base = 'https://eu.bakery.example/v1';
const deviations = (line: string, body?: unknown, headers?: Record<string, string>) =>
  deviationsOf(bakery, requestOf(line.replace(' /', ` ${base}/`), body, headers));

describe('method, path and server', () => {
  it('knows an operation by its template', () => {
    expect(bakery.check(requestOf(`GET ${base}/loaves`))).toEqual({ operation: 'GET /loaves', deviations: [] });
  });

  it('takes any value for a variable of the server, and drops a remark behind its URL', () => {
    expect(deviationsOf(bakery, requestOf('GET https://us.bakery.example/v1/loaves'))).toEqual([]);
    expect(deviationsOf(bakery, requestOf('GET https://bakery.example/v1/loaves'))).toEqual([]);
  });

  it('refuses another server, but still compares the rest', () => {
    const request = requestOf('GET https://bakery.test/v1/loaves?limt=1');
    expect(deviationsOf(bakery, request)).toEqual(['unknown_server /url', 'unknown_query /query/limt ~limit']);
  });

  it('prefers the servers of a path over those of the document', () => {
    expect(deviationsOf(bakery, requestOf('POST https://hooks.bakery.example/webhook'))).toEqual([]);
    expect(deviations('POST /webhook')).toEqual(['unknown_path /path ~POST /webhook']);
  });

  it('names the closest operation for an unknown path', () => {
    expect(deviations('GET /loafs')).toEqual(['unknown_path /path ~GET /loaves']);
    expect(deviationsOf(bakery, requestOf('GET https://eu.bakery.example/loaves'))).toEqual([
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
    expect(deviations('DELETE /loaves/search')).toEqual(['deprecated /path', 'wrong_type /path/id']);
  });

  it('compares path parameters, decoded, and takes a masked one', () => {
    const version = { 'X-Bakery-Version': '2026-01' };
    expect(deviations('GET /loaves/rye', undefined, version)).toEqual(['wrong_type /path/id']);
    expect(deviations('GET /loaves/%37', undefined, version)).toEqual([]);
    expect(deviations('GET /loaves/***', undefined, version)).toEqual([]);
    expect(deviations('GET /loaves/%zz', undefined, version)).toEqual(['malformed_request /path/id']);
  });

  it('reports a URL that is none', () => {
    expect(deviationsOf(bakery, requestOf('GET loaves'))).toEqual(['malformed_request /url']);
  });
});

describe('headers', () => {
  it('asks for required headers and compares their values', () => {
    expect(deviations('GET /loaves/1')).toEqual(['missing_header /header/x-bakery-version']);
    expect(deviations('GET /loaves/1', undefined, { 'x-bakery-version': 'new' })).toEqual([
      'wrong_value /header/x-bakery-version',
    ]);
    expect(deviations('GET /loaves/1', undefined, { 'x-bakery-version': 'key=***' })).toEqual([]);
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
    expect(deviations('POST /loaves', body)).toEqual([]);
  });

  it('asks for required fields of every member of allOf', () => {
    expect(deviations('POST /loaves', {})).toEqual(['missing_field /body/name', 'missing_field /body/flour']);
  });

  it('refuses unknown fields at any depth, with the closest known one', () => {
    const body = { ...loaf, wieght: 1, layers: [{ name: 'a' }, { name: 'b', below: { name: 'c', blow: 1 } }] };
    expect(deviations('POST /loaves', body)).toEqual([
      'unknown_field /body/layers/*/below/blow ~below',
      'unknown_field /body/wieght ~weight',
    ]);
  });

  it('explains the closest member of oneOf', () => {
    expect(deviations('POST /loaves', { ...loaf, price: { per_gram: 1, curency: 'EUR' } })).toEqual([
      'unknown_field /body/price/curency ~currency',
    ]);
    expect(deviations('POST /loaves', { ...loaf, price: { amount: 1, per_gram: 1 } })).toEqual([
      'unknown_field /body/price/per_gram',
    ]);
  });

  it('compares types, enums and bounds', () => {
    const body = { name: 'x'.repeat(21), flour: 'spelled', weight: 0, layers: [{}, {}, {}] };
    expect(new Set(deviations('POST /loaves', body))).toEqual(
      new Set([
        'wrong_value /body/name',
        'wrong_value /body/flour ~spelt',
        'wrong_value /body/weight',
        'wrong_value /body/layers',
        'missing_field /body/layers/*/name',
      ]),
    );
    expect(deviations('POST /loaves', { ...loaf, weight: '5' })).toEqual(['wrong_type /body/weight']);
  });

  it('refuses read-only fields and reports deprecated ones', () => {
    expect(deviations('POST /loaves', { ...loaf, id: 'x' })).toEqual(['read_only /body/id']);
    expect(deviations('POST /loaves', { ...loaf, shelf: 'x' })).toEqual(['deprecated /body/shelf']);
  });

  it('takes a masked secret for any value', () => {
    expect(deviations('POST /loaves', { name: 'x', flour: '***', weight: '***' })).toEqual([]);
  });

  it('asks for a required body, and for the required fields of one that is not declared optional', () => {
    expect(deviations('POST /loaves')).toEqual(['missing_body /body']);
    expect(deviations('PATCH /loaves/1')).toEqual(['missing_field /body/name']);
  });

  it('refuses a body nobody asked for, unless it is empty', () => {
    expect(deviationsOf(bakery, requestOf('POST https://hooks.bakery.example/webhook', { a: 1 }))).toEqual([
      'unexpected_body /body',
    ]);
    expect(deviationsOf(bakery, requestOf('POST https://hooks.bakery.example/webhook', {}))).toEqual([]);
  });

  it('compares the content type, without its parameters', () => {
    const vendor = (contentType: string) => ({ 'Content-Type': contentType });
    expect(deviations('POST /loaves', loaf, vendor('Application/JSON; charset=utf-8'))).toEqual([]);
    expect(deviations('POST /loaves', loaf, vendor('text/plain'))).toEqual(['content_type /header/content-type']);
    const oven = (contentType: string) => deviations('POST /ovens/1:heat', { degrees: 'hot' }, vendor(contentType));
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
  const charge = (form: string) => deviationsOf(brackets, requestOf('POST https://pay.example/charges', form));
  const message = (form: string) => deviationsOf(repeated, requestOf('POST https://text.example/Messages.json', form));

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
    expect(deviationsOf(brackets, request)).toEqual(['malformed_request /body']);
  });
});

const shop = loadFixture('shop.swagger.json');
const shopDeviations = (line: string, body?: unknown, headers?: Record<string, string>) =>
  deviationsOf(shop, requestOf(line, body, headers));

describe('a Swagger 2 description', () => {
  it('joins host, base path and path, and takes shared parameters', () => {
    expect(shopDeviations('GET https://shop.example/api/orders?page=2')).toEqual([]);
    expect(shopDeviations('GET https://shop.example/api/orders?page=0&pages=1')).toEqual([
      'wrong_value /query/page',
      'unknown_query /query/pages ~page',
    ]);
    expect(shopDeviations('GET http://shop.example/api/orders')).toEqual(['unknown_server /url']);
  });

  it('does not ask for the header of a credential', () => {
    expect(shopDeviations('GET https://shop.example/api/orders')).toEqual([]);
  });

  it('reads lists by their collection format', () => {
    expect(shopDeviations('GET https://shop.example/api/orders?status=open,paid&ids=1&ids=2')).toEqual([]);
    expect(shopDeviations('GET https://shop.example/api/orders?status=open,lost&ids=1,2')).toEqual([
      'wrong_value /query/status/*',
      'wrong_type /query/ids/*',
    ]);
  });

  it('compares the body parameter', () => {
    expect(shopDeviations('POST https://shop.example/api/orders', { total: 5 })).toEqual([]);
    expect(shopDeviations('POST https://shop.example/api/orders', { buyers: 'x' })).toEqual([
      'missing_field /body/total',
      'unknown_field /body/buyers ~buyer',
    ]);
    expect(shopDeviations('POST https://shop.example/api/orders')).toEqual(['missing_body /body']);
  });

  it('makes a form of the form parameters', () => {
    expect(shopDeviations('POST https://shop.example/api/notes', 'text=good&stars=5')).toEqual([]);
    expect(shopDeviations('POST https://shop.example/api/notes', 'stars=many')).toEqual([
      'missing_field /body/text',
      'wrong_type /body/stars',
    ]);
  });
});

const sites = loadFixture('sites.discovery.json');
const sitesBase = 'https://sites.example/sites/v3';
const sitesDeviations = (line: string, body?: unknown) => deviationsOf(sites, requestOf(line, body));

describe('a Google discovery document', () => {
  it('knows methods of nested resources and the parameters all methods take', () => {
    expect(sitesDeviations(`GET ${sitesBase}/sites?owner=me&alt=json`)).toEqual([]);
    expect(sites.check(requestOf(`GET ${sitesBase}/files/a/b/c`)).operation).toBe('GET /files/{+name}');
  });

  it('reads repeated parameters and asks for required ones', () => {
    expect(sitesDeviations(`GET ${sitesBase}/sites?owner=me&ids=1&ids=2`)).toEqual([]);
    expect(sitesDeviations(`GET ${sitesBase}/sites?id=1`)).toEqual([
      'missing_query /query/owner',
      'unknown_query /query/id ~ids',
    ]);
  });

  it('keeps an encoded slash within its segment', () => {
    expect(
      sitesDeviations(`POST ${sitesBase}/sites/https%3A%2F%2Fa.example%2F/query`, { startDate: '2026-01-01' }),
    ).toEqual([]);
  });

  it('compares bodies, with 64-bit integers as text or number', () => {
    const query = (body: unknown) => sitesDeviations(`POST ${sitesBase}/sites/x/query`, body);
    expect(query({ total: '9007199254740993', rowLimit: 1, groups: [{ name: 'x' }] })).toEqual([]);
    expect(query({ total: 5 })).toEqual([]);
    expect(query({ total: 'five', rowLimit: 0, groups: [{ nam: 'x' }], endDate: 'x' })).toEqual([
      'wrong_value /body/total',
      'wrong_value /body/rowLimit',
      'unknown_field /body/groups/*/nam ~name',
      'unknown_field /body/endDate',
    ]);
  });
});

const endpoint = 'https://library.example/graphql';
const combined = combineDescriptions([
  loadFixture('bakery.openapi.yaml'),
  loadFixture('shop.swagger.json'),
  loadFixture('library.graphql', { endpoint }),
]);

describe('several descriptions of one vendor', () => {
  it('take an operation that any of them knows', () => {
    expect(deviationsOf(combined, requestOf('GET https://eu.bakery.example/v1/loaves'))).toEqual([]);
    expect(deviationsOf(combined, requestOf('GET https://shop.example/api/orders'))).toEqual([]);
    expect(deviationsOf(combined, requestOf(`POST ${endpoint}`, { query: '{ books { id } }' }))).toEqual([]);
  });

  it('let the one with the closest operation speak for a request none knows', () => {
    expect(deviationsOf(combined, requestOf('GET https://shop.example/api/order'))).toEqual([
      'unknown_path /path ~GET /orders',
    ]);
    expect(deviationsOf(combined, requestOf('DELETE https://shop.example/api/orders'))).toEqual([
      'unknown_method /path',
    ]);
  });

  it('prefer the one with the fewest deviations', () => {
    const old = loadFixture('bakery.openapi.yaml');
    const open = loadFixture('bakery.openapi.yaml', { openQuery: true });
    const both = combineDescriptions([old, open]);
    expect(deviationsOf(both, requestOf('GET https://eu.bakery.example/v1/loaves?new=1'))).toEqual([]);
  });

  it('carry the notes of all with their names, and refuse everything when there are none', () => {
    expect(combined.name).toBe('bakery.openapi.yaml + shop.swagger.json + library.graphql');
    expect(deviationsOf(combineDescriptions([]), requestOf('GET https://a.example/'))).toEqual(['unknown_path /path']);
  });
});

const responseOf = (document: object, line = 'GET https://a.example/x') => {
  const { response } = loadDescription({ name: 'test', text: JSON.stringify(document) }).check(requestOf(line));
  return response === undefined || response === 'empty' ? response : response.schema;
};

const json = (schema: unknown) => ({ content: { 'application/json; charset=utf-8': { schema } } });

describe('the response of an operation', () => {
  const openApi = (responses: unknown) => ({
    openapi: '3.1.0',
    servers: [{ url: 'https://a.example' }],
    paths: { '/x': { get: { responses } } },
    components: { responses: { fine: json({ type: 'string' }) } },
  });

  it.each<[string, unknown, unknown]>([
    [
      'is its lowest success',
      { 201: json({ type: 'array' }), 200: json({ type: 'object' }), 400: json({}) },
      { type: 'object' },
    ],
    ['is found by reference', { 200: { $ref: '#/components/responses/fine' } }, { type: 'string' }],
    ['may be stated for all successes', { '2XX': json({ type: 'object' }) }, { type: 'object' }],
    ['may be the default', { default: json({ type: 'object' }) }, { type: 'object' }],
    ['may be empty', { 204: { description: 'gone' } }, 'empty'],
    ['is not known where only failures are described', { 404: json({}) }, undefined],
    ['is not known without a schema', { 200: { content: { 'application/json': {} } } }, undefined],
    ['is not known where it is no JSON', { 200: { content: { 'text/csv': { schema: {} } } } }, undefined],
  ])('%s in OpenAPI', (_, responses, expected) => {
    expect(responseOf(openApi(responses))).toEqual(expected);
  });

  it('is read from Swagger 2', () => {
    const swagger = (responses: unknown) => ({
      swagger: '2.0',
      host: 'a.example',
      paths: { '/x': { get: { responses } } },
      responses: { fine: { schema: { type: 'string' } } },
    });
    expect(responseOf(swagger({ 200: { schema: { type: 'object' } } }))).toEqual({ type: 'object' });
    expect(responseOf(swagger({ 200: { $ref: '#/responses/fine' } }))).toEqual({ type: 'string' });
    expect(responseOf(swagger({ 204: { description: 'gone' } }))).toBe('empty');
    expect(responseOf(swagger({}))).toBeUndefined();
  });

  it('is read from a discovery document', () => {
    const discovery = (response: object) => ({
      discoveryVersion: 'v1',
      rootUrl: 'https://a.example/',
      servicePath: '',
      schemas: { X: { type: 'object' } },
      methods: { x: { httpMethod: 'GET', path: 'x', ...response } },
    });
    expect(responseOf(discovery({ response: { $ref: 'X' } }))).toEqual({ $ref: 'X' });
    expect(responseOf(discovery({}))).toBe('empty');
  });
});
