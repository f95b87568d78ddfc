import { auth, encoded } from '@connectory/connector-sdk';
import type { ArrayStyle, Authentication, UpstreamRequest } from '@connectory/connector-sdk/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  gatewayErrorOf,
  secrets,
  type TestConnectionOptions,
  testCall,
  testClient,
  testConnection,
  testConnector,
} from '../test/test-connector.ts';
import { json, startTestUpstream } from '../test/test-upstream.ts';
import { encodeParameters, prepareRequest, previewRequest } from './request.ts';

const get: UpstreamRequest = { method: 'GET', path: '/things', arrays: 'repeat' };

const prepared = (options: TestConnectionOptions = {}, request = get) => {
  const connection = testConnection('https://self.hosted/base', options);
  return prepareRequest(connection, request, connection.credentials);
};

const withScheme = (scheme: Authentication): TestConnectionOptions => ({
  connector: testConnector({ authentication: { key: scheme } }),
});

const canary = 'canary-7f3a9b';
const field = (secret: boolean) => ({ description: 'value', secret, required: true });

const schemes: readonly (readonly [
  string,
  Authentication,
  Readonly<Record<string, string>>,
  Readonly<Record<string, string>>,
])[] = [
  ['bearer', auth.bearer('api_key', 'Key'), { api_key: canary }, { authorization: `Bearer ${canary}` }],
  ['header', auth.header('X-Api-Key', 'api_key', 'Key'), { api_key: canary }, { 'x-api-key': canary }],
  [
    'header with a template',
    auth.header('Authorization', 'api_key', 'Key', 'Token token={api_key}'),
    { api_key: canary },
    { authorization: `Token token=${canary}` },
  ],
  [
    'basic',
    auth.basic({
      description: 'Token of a user',
      username: '{email}/token',
      password: '{api_token}',
      fields: { email: field(false), api_token: field(true) },
    }),
    { email: 'someone@example.com', api_token: canary },
    { authorization: `Basic ${Buffer.from(`someone@example.com/token:${canary}`).toString('base64')}` },
  ],
  [
    'oauth2',
    auth.oauth2({ description: 'App', authorizationUrl: 'https://a.example', tokenUrl: 'https://a.example' }),
    { access_token: canary, refresh_token: `${canary}-refresh`, client_secret: `${canary}-client` },
    { authorization: `Bearer ${canary}` },
  ],
  [
    'oauth2 with a field and a header of its own',
    auth.oauth2({
      description: 'App',
      authorizationUrl: 'https://a.example',
      tokenUrl: 'https://a.example',
      fields: { developer_token: field(true) },
      headers: { 'Developer-Token': '{developer_token}' },
    }),
    { access_token: canary, developer_token: `${canary}-developer` },
    { authorization: `Bearer ${canary}`, 'developer-token': `${canary}-developer` },
  ],
  [
    'client credentials',
    auth.clientCredentials({ description: 'App', tokenUrl: 'https://a.example' }),
    { access_token: canary, client_id: 'id-of-client', client_secret: `${canary}-client` },
    { authorization: `Bearer ${canary}` },
  ],
];

describe('prepareRequest', () => {
  it('adds constant headers whose places are filled, and leaves out the others', () => {
    const connector = testConnector({
      headers: { 'Things-Version': '{api_version}', 'x-account': '{account}', 'x-constant': 'yes' },
    });
    expect(prepared({ connector }).headers).toEqual({
      accept: 'application/json',
      'user-agent': 'connectory',
      'things-version': '2026-01-01',
      'x-constant': 'yes',
      authorization: 'Bearer key-of-the-account',
    });
    const settings = { account: 'a-1', api_version: '2030-06-01' };
    expect(prepared({ connector, settings }).headers).toMatchObject({
      'things-version': '2030-06-01',
      'x-account': 'a-1',
    });
  });

  it('adds constant query parameters whose placeholders are filled to every GET, and to nothing else', () => {
    const connector = testConnector({ query: { team: '{account}', kind: 'thing' } });
    const settings = { account: 'a/7' };
    const read = { ...get, query: { kind: 'all' } };
    expect(prepared({ connector }, read).path).toMatch(/\?kind=all$/);
    expect(prepared({ connector, settings }, read).path).toMatch(/\?team=a%2F7&kind=all$/);
    expect(prepared({ connector, settings }, { ...get, method: 'DELETE' }).path).not.toContain('?');
  });

  it('lets an action replace constant headers and leave them out', () => {
    const connector = testConnector({ headers: { 'x-protocol': '2', 'content-type': 'application/json' } });
    const request = { ...get, headers: { 'x-protocol': null, 'content-type': 'application/vnd.things.v3+json' } };
    const { headers } = prepared({ connector }, request);
    expect(headers).not.toHaveProperty('x-protocol');
    expect(headers['content-type']).toBe('application/vnd.things.v3+json');
  });

  it('calls the base URL of the authentication where that has its own', () => {
    const key = auth.bearer('api_key', 'Key', { baseUrl: 'https://gateway.example/ex/{account}' });
    const settings = z.object({ account: z.string().describe('Account') });
    const connector = testConnector({ authentication: { key }, settings });
    const connection = { ...testConnection('', { connector }), settings: { account: 'a-1' } };
    const { origin, path } = prepareRequest(connection, get, {});
    expect(origin + path).toBe('https://gateway.example/ex/a-1/things');
  });

  it.each(schemes)('authenticates by %s', (_name, scheme, credentials, headers) => {
    expect(prepared({ ...withScheme(scheme), credentials }).headers).toMatchObject(headers);
  });

  it('fills places of credentials from settings too', () => {
    const scheme = auth.header('x-account', 'api_key', 'Key', '{account}:{api_key}');
    const settings = { account: 'acme' };
    expect(prepared({ ...withScheme(scheme), settings, credentials: { api_key: 'k' } }).headers['x-account']).toBe(
      'acme:k',
    );
  });

  it('sends no half-filled credential', () => {
    expect(prepared({ credentials: {} }).headers).not.toHaveProperty('authorization');
  });

  it('puts the path behind base_url and the query behind both', () => {
    const request: UpstreamRequest = { ...get, query: { a: [1, 2], b: { c: 'd e' } }, arrays: 'brackets' };
    const { origin, path } = prepared({}, request);
    expect(origin + path).toBe('https://self.hosted/base/things?a[]=1&a[]=2&b[c]=d%20e');
    expect(prepared({}, { ...request, path: '/things?fixed=1', query: { a: 'b' } }).path).toBe(
      '/base/things?fixed=1&a=b',
    );
    expect(prepared({}, { ...request, query: { a: undefined } }).path).toBe('/base/things');
  });

  it.each([
    ['json', { a: [1], gone: undefined }, 'application/json', '{"a":[1]}'],
    ['form', { a: [1], gone: undefined }, 'application/x-www-form-urlencoded', 'a[0]=1'],
  ] as const)('writes a body as %s', (encoding, value, contentType, body) => {
    const request: UpstreamRequest = { ...get, method: 'POST', arrays: 'indices', body: { encoding, value } };
    const { headers, ...rest } = prepared({}, request);
    expect(headers['content-type']).toBe(contentType);
    expect(rest.body).toBe(body);
  });

  it.each(['line\nbreak', 'carriage\rreturn', 'nul\0', 'wide — dash'])(
    'refuses a credential that no header can carry without repeating it: %j',
    (value) => {
      const refuse = () => prepared({ credentials: { api_key: `${canary}${value}` } });
      expect(refuse).toThrow(expect.objectContaining({ code: 'credential_rejected' }));
      expect(refuse).not.toThrow(canary);
    },
  );

  it('refuses settings and parameters that would break a header open', () => {
    const connector = testConnector({ headers: { 'x-account': '{account}' } });
    const settings = { account: 'a\r\nx-evil: 1' };
    expect(() => prepared({ connector, settings })).toThrow(expect.objectContaining({ code: 'invalid_params' }));
    expect(() => prepared({}, { ...get, headers: { 'x-from-params': 'a\nb' } })).toThrow(
      expect.objectContaining({ code: 'invalid_params' }),
    );
  });
});

describe('previewRequest', () => {
  it.each(schemes)('masks every secret of %s', (_name, scheme, credentials) => {
    const connection = testConnection('https://self.hosted', { ...withScheme(scheme), credentials });
    const preview = previewRequest(connection, get);
    const { headers } = prepareRequest(connection, get, secrets(credentials));
    const shown = JSON.stringify(preview);
    expect(Object.keys(preview.headers).sort()).toEqual(Object.keys(headers).sort());
    for (const value of Object.values(credentials)) expect(shown).not.toContain(value);
    expect(shown).not.toContain(Buffer.from(canary).toString('base64').slice(0, 8));
    expect(shown).toContain('***');
  });

  it('shows JSON as an object, a form as its text, and no body where none leaves', () => {
    const connection = testConnection('https://self.hosted');
    const value = { name: 'x', tags: ['a', 'b'] };
    const post: UpstreamRequest = { ...get, method: 'POST', arrays: 'brackets' };
    expect(previewRequest(connection, { ...post, body: { encoding: 'json', value } }).body).toEqual(value);
    expect(previewRequest(connection, { ...post, body: { encoding: 'form', value } }).body).toBe(
      'name=x&tags[]=a&tags[]=b',
    );
    expect(previewRequest(connection, post)).not.toHaveProperty('body');
  });
});

describe('a preview by the client', () => {
  it.each(['list', 'create', 'update', 'delete'] as const)('is what leaves afterwards: %s', async (action) => {
    const upstream = await startTestUpstream(json({ data: [], id: 'x' }));
    const connector = testConnector({ idempotencyHeader: 'idempotency-key' });
    const connection = testConnection(`${upstream.origin}/prefix`, { connector, settings: { api_version: '2031' } });
    const client = testClient();
    const params = {
      list: { limit: 2, colours: ['red', 'dark green'] },
      create: { name: 'né' },
      update: { id: 'a b', name: 'x&y' },
      delete: { id: '7' },
    }[action];
    const call = testCall(connection, `things ${action}`, params, { idempotencyKey: 'caller-key' });

    const [preview] = await client.preview(call);
    expect(upstream.received).toEqual([]);
    await (action === 'list' ? client.records(call) : client.record(call));
    const [sent] = upstream.received;
    if (preview === undefined || sent === undefined) throw new Error('nothing left');
    expect(preview.method).toBe(sent.method);
    expect(preview.url).toBe(upstream.origin + sent.url);
    expect(sent.headers).toMatchObject({ ...preview.headers, authorization: 'Bearer key-of-the-account' });
    expect(preview.headers.authorization).toBe('Bearer ***');
    const body = typeof preview.body === 'object' ? JSON.stringify(preview.body) : (preview.body ?? '');
    expect(body).toBe(sent.body);
  });

  it('says where a key will be made when the caller gives none', async () => {
    const connector = testConnector({ idempotencyHeader: 'idempotency-key' });
    const connection = testConnection('https://a.example', { connector });
    const client = testClient();
    const [write] = await client.preview(testCall(connection, 'things create', { name: 'x' }));
    const [read] = await client.preview(testCall(connection, 'things list'));
    expect(write?.headers['idempotency-key']).toBe('(generated when sent)');
    expect(read?.headers).not.toHaveProperty('idempotency-key');
  });

  it('shows the key in the body where the vendor accepts it there, as it is sent afterwards', async () => {
    const upstream = await startTestUpstream(json({ data: [], id: 'x' }));
    const client = testClient();
    const params = { name: 'x' };
    const [unkeyed] = await client.preview(testCall(testConnection('https://a.example'), 'parcels create', params));
    expect(unkeyed?.body).toEqual({ name: 'x', once: '(generated when sent)' });
    const call = testCall(testConnection(upstream.origin), 'parcels create', params, { idempotencyKey: 'caller-key' });
    const [preview] = await client.preview(call);
    await client.record(call);
    expect(JSON.parse(upstream.received[0]?.body ?? '')).toEqual(preview?.body);
    expect(preview?.body).toEqual({ name: 'x', once: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('refuses what would not be sent either', async () => {
    const client = testClient();
    const call = testCall(testConnection('https://a.example'), 'things get', { id: '../admin' });
    const error = await gatewayErrorOf(Promise.resolve().then(() => client.preview(call)));
    expect(error.code).toBe('invalid_params');
  });
});

const decode = (text: string) => [...new URLSearchParams(text)];
const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => value.isWellFormed());
const scalar = fc.oneof(text, fc.integer(), fc.boolean(), fc.double({ noNaN: true }));

/** What a decoder must find for a value: the plain meaning of each array style, written without any encoding. */
function pairsOf(name: string, value: unknown, arrays: ArrayStyle): [string, string][] {
  if (value === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const suffix = { repeat: '', comma: '', brackets: '[]', indices: `[${index}]` }[arrays];
      return pairsOf(name + suffix, item, arrays);
    });
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, member]) => pairsOf(`${name}[${key}]`, member, arrays));
  }
  return [[name, value === null ? '' : String(value)]];
}

describe('encodeParameters', () => {
  it.each([
    ['brackets', 'a[]=1&a[]=2'],
    ['indices', 'a[0]=1&a[1]=2'],
    ['repeat', 'a=1&a=2'],
    ['comma', 'a=1,2'],
  ] as const)('spells an array in the style %s', (arrays, expected) => {
    expect(encodeParameters({ a: [1, 2] }, arrays)).toBe(expected);
  });

  it('nests objects, and objects in arrays, in brackets', () => {
    const items = [{ price: 'p1', quantity: 2 }, { price: 'p2' }];
    expect(encodeParameters({ created: { gte: 5, lt: { of: 'x' } } }, 'indices')).toBe(
      'created[gte]=5&created[lt][of]=x',
    );
    expect(encodeParameters({ items }, 'indices')).toBe('items[0][price]=p1&items[0][quantity]=2&items[1][price]=p2');
    expect(encodeParameters({ items }, 'brackets')).toBe('items[][price]=p1&items[][quantity]=2&items[][price]=p2');
    expect(encodeParameters({ deep: [[1], [2, 3]] }, 'indices')).toBe('deep[0][0]=1&deep[1][0]=2&deep[1][1]=3');
  });

  it('sends what is encoded already as it is, and encodes the name', () => {
    expect(encodeParameters({ 'a[b]': encoded('List(urn%3Ali%3Ax)') }, 'repeat')).toBe('a%5Bb%5D=List(urn%3Ali%3Ax)');
  });

  it('leaves out undefined and empty arrays, and sends null as empty text', () => {
    const values = { gone: undefined, empty: [], none: null, inner: { gone: undefined, none: null }, last: 0 };
    expect(encodeParameters(values, 'repeat')).toBe('none=&inner[none]=&last=0');
  });

  it('escapes what has a meaning in a query string, and writes Unicode as UTF-8', () => {
    expect(encodeParameters({ 'a&b': 'c=d&e', q: 'é 🙂+%', 'x[y]': '#' }, 'repeat')).toBe(
      'a%26b=c%3Dd%26e&q=%C3%A9%20%F0%9F%99%82%2B%25&x%5By%5D=%23',
    );
  });

  it('keeps the commas of values apart from those between them', () => {
    expect(encodeParameters({ a: ['x,y', 'z', null] }, 'comma')).toBe('a=x%2Cy,z,');
  });

  it.each(['brackets', 'indices', 'repeat'] as const)('decodes to the same values, style %s', (arrays) => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        scalar,
        fc.constant(null),
        fc.constant(undefined),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(text, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(text, value, { maxKeys: 5 }), (values) => {
        const expected = Object.entries(values).flatMap(([name, member]) => pairsOf(name, member, arrays));
        expect(decode(encodeParameters(values, arrays))).toEqual(expected);
      }),
    );
  });

  it('decodes to the same values, style comma', () => {
    fc.assert(
      fc.property(text, fc.array(scalar, { minLength: 1, maxLength: 5 }), (name, items) => {
        const encoded = encodeParameters({ [name]: items }, 'comma');
        const [, list = ''] = encoded.split(/=(.*)/s);
        expect(list.split(',').map(decodeURIComponent)).toEqual(items.map(String));
        expect(decode(encoded)).toEqual([[name, items.map(String).join(',')]]);
      }),
    );
  });
});
