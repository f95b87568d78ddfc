import type { Connector } from '@connectory/connector-sdk';
import * as fc from 'fast-check';
import { callables } from './callables.ts';
import { bearer, execute, type HostileRequest, json, type Target } from './hostile-request.ts';
import { nastyObject, nastyText, nastyValue, nested } from './nasty-values.ts';

const { constantFrom, oneof, record, tuple } = fc;

/** Requests with broken bodies, headers, tokens, paths and methods, and management calls with bodies of the wrong shape. */
export function brokenRequests(target: Target, connectors: readonly Connector[]): fc.Arbitrary<HostileRequest> {
  const { token, adminToken } = target;
  const all = callables(connectors);
  const bodies = tuple(constantFrom(...all), brokenBody).map(([{ connector }, body]) =>
    execute(target, 'body', connector, body),
  );
  const headers = tuple(constantFrom(...all), nastyHeaders).map(([{ connector, entity, action, valid }, wrong]) =>
    execute(
      target,
      'headers',
      connector,
      JSON.stringify({ entity, action, params: valid[0] ?? {}, dry_run: true }),
      wrong,
    ),
  );
  const tokens = tuple(constantFrom(...all), headerText).map(([{ connector }, text]) =>
    execute(target, 'token', connector, '{}', { authorization: `Bearer ${text}` }),
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

// Characters that an HTTP client accepts in a header.
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
