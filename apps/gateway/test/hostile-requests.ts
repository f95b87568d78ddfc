import { generateParameterSets } from '@connectory/api-description';
import type { Connector, RawValue } from '@connectory/connector-sdk';
import { describeConnector } from '@connectory/connector-sdk/engine';
import * as fc from 'fast-check';

/** One request as it goes onto the wire. */
export interface HostileRequest {
  readonly about: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Whom the requests speak to and as whom. */
export interface Target {
  readonly token: string;
  readonly adminToken: string;
  readonly connections: Readonly<Record<string, string>>;
}

const { constantFrom, oneof, record, tuple } = fc;

const nastyTexts = [
  '',
  ' ',
  '.',
  '..',
  '../',
  '../../etc/passwd',
  '..%2f..%2fadmin',
  '%2e%2e%2fadmin',
  '..\\..\\admin',
  '/absolute',
  '//evil.example.com/',
  'https://evil.example.com/',
  '?admin=true',
  '#fragment',
  'a\r\nX-Injected: yes',
  'a\nb',
  'nul\0byte',
  '\u0085\u2028',
  '\ud800',
  'x\udfffy',
  '\ufeffbom',
  '{id}',
  '$&$1',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  'null',
  'NaN',
  '0',
  '-1',
  '1e309',
  '9'.repeat(400),
  'x'.repeat(300),
  'x'.repeat(100_000),
  '💥'.repeat(2000),
];
const surrogates = fc.string({
  unit: fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
});
const nastyText = oneof(
  { weight: 4, arbitrary: constantFrom(...nastyTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: surrogates },
);

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const nastyTree: fc.Arbitrary<RawValue> = constantFrom(
  JSON.parse(nested(70, '{"a":', '}').replace('}', '1}')),
  JSON.parse(nested(500, '[', ']')),
  JSON.parse('{"__proto__":{"admin":true}}'),
  JSON.parse('{"constructor":{"prototype":{"admin":true}}}'),
  JSON.parse('{"toString":null,"hasOwnProperty":1,"length":-1}'),
  Array.from({ length: 5000 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`key${index}`, index])),
);
const nastyValue: fc.Arbitrary<RawValue> = oneof(
  { weight: 6, arbitrary: nastyText },
  { weight: 3, arbitrary: constantFrom<RawValue>(null, true, false, 0, -1, 1.5, 1e21, 2 ** 53, -0.0, 1e308) },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 2, arbitrary: nastyTree },
);
const nastyObject = fc.dictionary(nastyText, nastyValue, { maxKeys: 4 });

const json = { 'content-type': 'application/json' };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface Callable {
  readonly connector: string;
  readonly entity: string;
  readonly action: string;
  readonly valid: readonly Record<string, RawValue>[];
}

// Every entity is searched with the same parameters, which are many and deep.
const search = { query: { filter: { like: { id: '%a%' } }, sort: [{ id: 'asc' }] }, limit: 10 };

/** Actions with parameters that are valid, to be spoilt. */
function callables(connectors: readonly Connector[]): Callable[] {
  return connectors.flatMap((connector) =>
    describeConnector(connector).entities.flatMap(({ name, actions }) =>
      actions.map(({ action, params }) => ({
        connector: connector.id,
        entity: name,
        action,
        valid:
          action === 'context_store_search'
            ? [search]
            : generateParameterSets(params)
                .sets.slice(0, 2)
                .map((set) => set.params),
      })),
    ),
  );
}

/** Valid parameters with one member replaced, removed or added, at the top or one level down. */
function spoilt(valid: Record<string, RawValue>): fc.Arbitrary<RawValue> {
  const names = Object.keys(valid);
  const replaced = (name: string, value: RawValue) => ({ ...valid, [name]: value });
  const below = names.filter((name) => typeof valid[name] === 'object' && valid[name] !== null);
  const ways = [
    tuple(nastyText, nastyValue).map(([name, value]) => replaced(name, value)),
    nastyValue,
    ...(names.length === 0
      ? []
      : [
          tuple(constantFrom(...names), nastyText).map(([name, value]) => replaced(name, value)),
          tuple(constantFrom(...names), nastyValue).map(([name, value]) => replaced(name, value)),
          constantFrom(...names).map((gone) =>
            Object.fromEntries(Object.entries(valid).filter(([name]) => name !== gone)),
          ),
          constantFrom(...names).map((name) => replaced(`${name}x`, valid[name])),
        ]),
    ...(below.length === 0
      ? []
      : [
          tuple(constantFrom(...below), nastyText, nastyValue).map(([name, key, value]) =>
            replaced(name, Array.isArray(valid[name]) ? [value, value] : { ...valid[name], [key]: value }),
          ),
        ]),
  ];
  return oneof(...ways);
}

/** Requests of all hostile kinds that an HTTP client can be made to send. */
export function hostileRequests(target: Target, connectors: readonly Connector[]): fc.Arbitrary<HostileRequest> {
  const { token, adminToken, connections } = target;
  const all = callables(connectors);
  const executePath = (connector: string) => `/api/v1/integrations/connectors/${connections[connector]}/execute`;
  const execute = (about: string, connector: string, body: string | Buffer, headers = {}): HostileRequest => ({
    about,
    method: 'POST',
    path: executePath(connector),
    headers: { ...json, ...bearer(token), ...headers },
    body,
  });

  const params = constantFrom(...all).chain(({ connector, entity, action, valid }) =>
    tuple(constantFrom(...valid).chain(spoilt), fc.boolean()).map(([value, dryRun]) =>
      execute('params', connector, JSON.stringify({ entity, action, params: value, ...(dryRun && { dry_run: true }) })),
    ),
  );
  const envelope = tuple(
    constantFrom(...all),
    record(
      {
        entity: nastyValue,
        action: nastyValue,
        params: nastyValue,
        select_fields: nastyValue,
        exclude_fields: nastyValue,
        dry_run: nastyValue,
        intent: nastyValue,
        skip_truncation: nastyValue,
      },
      { requiredKeys: [] },
    ),
    oneof(nastyObject, fc.constant({})),
  ).map(([{ connector, entity, action }, members, others]) =>
    execute('envelope', connector, JSON.stringify({ entity, action, ...members, ...others })),
  );
  const bodies = tuple(constantFrom(...all), brokenBody).map(([{ connector }, body]) =>
    execute('body', connector, body),
  );
  const headers = tuple(constantFrom(...all), nastyHeaders).map(([{ connector, entity, action, valid }, wrong]) =>
    execute('headers', connector, JSON.stringify({ entity, action, params: valid[0] ?? {}, dry_run: true }), wrong),
  );
  const tokens = tuple(constantFrom(...all), headerText).map(([{ connector }, text]) =>
    execute('token', connector, '{}', { authorization: `Bearer ${text}` }),
  );
  const paths = tuple(
    constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'),
    pathText,
    constantFrom(token, adminToken),
  ).map(([method, path, who]) => ({ about: 'path', method, path, headers: bearer(who) }));
  const management = tuple(
    constantFrom(...managed),
    oneof(nastyObject, record(managedBody, { requiredKeys: [] }), nastyValue),
    queryText,
    constantFrom(token, adminToken),
  ).map(([[method, path], body, query, who]) => ({
    about: 'management',
    method,
    path: `${path}${query}`,
    headers: { ...(method !== 'GET' && json), ...bearer(who) },
    ...(method !== 'GET' && { body: JSON.stringify(body) ?? 'undefined' }),
  }));
  return oneof(
    { weight: 40, arbitrary: params },
    { weight: 15, arbitrary: envelope },
    { weight: 10, arbitrary: bodies },
    { weight: 8, arbitrary: headers },
    { weight: 3, arbitrary: tokens },
    { weight: 10, arbitrary: paths },
    { weight: 14, arbitrary: management },
  );
}

const valid = '{"entity":"customers","action":"list","params":{"limit":3},"intent":"caf\u00e9"}';
const brokenBody: fc.Arbitrary<string | Buffer> = oneof(
  fc.integer({ min: 0, max: valid.length - 1 }).map((length) => valid.slice(0, length)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  tuple(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 0, max: 255 })).map(([position, byte]) => {
    const bytes = Buffer.from(valid);
    bytes[position] = byte;
    return bytes;
  }),
  constantFrom<string | Buffer>(
    nested(100_000, '[', ']'),
    nested(100_000, '{"a":', '}'),
    `{"entity":"customers","action":"list","params":${nested(20_000, '{"a":', '1}').replace('1}', '}')}}`,
    '{"entity":"customers","entity":"charges","action":"list"}',
    '{"entity":"customers","action":"list","__proto__":{"dry_run":true}}',
    '{"entity":"customers","action":"list","params":{"limit":1e999}}',
    '{"entity":"customers","action":"list","params":{"limit":NaN}}',
    `{"entity":"${'x'.repeat(1_000_000)}","action":"list"}`,
    `{"entity":"customers","action":"list","intent":"${'x'.repeat(1_048_576)}"}`,
    `{"entity":"customers","action":"list","select_fields":[${'"a",'.repeat(150_000)}"b"]}`,
    '\ufeff{}',
    Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
    Buffer.from('{"entity":"\xc3\x28","action":"list"}', 'latin1'),
    '\0',
    '"text"',
    '7',
    'true',
  ),
);

// What an HTTP client lets pass as a header.
const headerText = oneof(
  fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\x21-\x7e]/g, '-')),
  constantFrom('x', 'cty_', `cty_${'a'.repeat(43)}`, '../../', 'null', 'x'.repeat(700), 'caf\u00e9', '{}'),
);
const nastyHeaders: fc.Arbitrary<Record<string, string>> = oneof(
  constantFrom(
    'text/plain',
    'application/xml',
    'application/json; charset=utf-16',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    ',',
    '',
  ).map((type) => ({ 'content-type': type })),
  constantFrom('gzip', 'br', 'deflate', 'identity, gzip').map((encoding) => ({ 'content-encoding': encoding })),
  headerText.map((text) => ({ 'x-request-id': text })),
  headerText.map((text) => ({ 'idempotency-key': text })),
  headerText.map((text) => ({ accept: text })),
  headerText.map((text) => ({ range: `bytes=${text}` })),
  headerText.map((text) => ({ authorization: text })),
  constantFrom('Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'bearer a b', 'Digest x').map((authorization) => ({
    authorization,
  })),
  constantFrom({ 'x-bomb': 'x'.repeat(17_000) }, { cookie: 'a=b; '.repeat(4000) }),
  tuple(fc.integer({ min: 50, max: 1500 }), fc.nat(30)).map(([count, length]) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'y'.repeat(length)])),
  ),
);

const managed: readonly (readonly [string, string])[] = [
  ['GET', '/api/v1/connectors'],
  ['GET', '/api/v1/integrations/connectors'],
  ['GET', '/api/v1/workspaces'],
  ['POST', '/api/v1/workspaces'],
  ['GET', '/api/v1/workspaces/test/connections'],
  ['POST', '/api/v1/workspaces/test/connections'],
  ['GET', '/api/v1/workspaces/test/tokens'],
  ['POST', '/api/v1/workspaces/test/tokens'],
  ['GET', '/api/v1/workspaces/test/audit'],
  ['PATCH', '/api/v1/workspaces/test/connections/00000000-0000-4000-8000-000000000000'],
  ['DELETE', '/api/v1/workspaces/test/tokens/00000000-0000-4000-8000-000000000000'],
];
const managedBody = {
  name: oneof(nastyText, constantFrom('fine', 'test')),
  connector: oneof(nastyText, constantFrom('ledger', 'help-centre')),
  credentials: oneof(nastyValue, constantFrom({ api_key: 'x' }, { api_key: 7 }, { token: 'x' })),
  settings: oneof(nastyValue, constantFrom({ base_url: 'http://169.254.169.254' }, { base_url: 'file:///etc/passwd' })),
  check: oneof(nastyValue, constantFrom(false)),
  policy: nastyValue,
  expires_at: nastyText,
};
const queryText = oneof(
  fc.constant(''),
  tuple(
    constantFrom('limit', 'cursor', 'workspace_name', 'connector', 'connection_id', '__proto__', 'unknown', 'limit[]'),
    nastyText.filter((text) => text.isWellFormed() && text.length < 3000),
  ).map(([name, value]) => `?${name}=${encodeURIComponent(value)}`),
  constantFrom('?', '?%', '?%ff', '?limit=1&limit=2', '?limit', '?=', '?&&&', `?${'a=1&'.repeat(2000)}`, '?cursor=%00'),
);
const pathText = oneof(
  constantFrom(
    '/',
    '//',
    '/api',
    '/api/v1/',
    '/api/v1/connectors/',
    '/api/v1/connectors/..%2f..%2fetc',
    '/api/v1/connectors/%ff',
    '/api/v1/connectors/%',
    '/api/v1/connectors/%00',
    '/api/v1/connectors/__proto__',
    '/api/v1/connectors/constructor',
    '/api/v1/workspaces/%2e%2e/tokens',
    '/api/v1/workspaces/__proto__/tokens',
    '/api/v1/workspaces/test/tokens/..%2f',
    '/api/v1/integrations/connectors/../execute',
    '/api/v1/integrations/connectors/%0d%0a/execute',
    '/api/v1/integrations/connectors//execute',
    '/healthz/../metrics',
    '/metrics?x=%',
    '/openapi.json/',
    '/.env',
    '/%2e%2e/%2e%2e/etc/passwd',
    `/${'a/'.repeat(3000)}`,
    `/${'%41'.repeat(3000)}`,
    '//evil.example.com/api/v1/workspaces',
    '/api/v1/workspaces/test/connections;jsessionid=1',
  ),
  fc.webPath().map((path) => (path.startsWith('/') ? path : `/${path}`)),
  tuple(
    constantFrom('/api/v1/connectors/', '/api/v1/workspaces/', '/api/v1/integrations/connectors/'),
    nastyText.filter((text) => text.isWellFormed() && text.length < 3000),
    constantFrom('', '/tokens', '/connections', '/audit', '/execute'),
  ).map(([start, text, end]) => start + encodeURIComponent(text) + end),
);
