import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminToken, type RunningGateway, startRunningGateway } from './running-gateway.ts';

type Who = 'admin' | 'manager' | 'plain' | 'other' | 'nobody';

let gateway: RunningGateway;
let id = '';
const tokens = new Map<Who, string | null>();

const workspace = '/api/v1/workspaces/test';
const admin = (method: string, path: string, body?: unknown) =>
  gateway.send(method, path, { token: adminToken, ...(body !== undefined && { body }) });

beforeAll(async () => {
  gateway = await startRunningGateway();
  await admin('POST', '/api/v1/workspaces', { name: 'stranger' });
  const other = await admin('POST', '/api/v1/workspaces/stranger/tokens', { name: 'stranger' });
  tokens.set('admin', adminToken);
  tokens.set('manager', gateway.token);
  tokens.set('plain', await gateway.tokenWith({}));
  tokens.set('other', other.json.token);
  tokens.set('nobody', null);
  id = await gateway.connect('ledger', 'matrix');
});

afterAll(() => gateway.stop());

const execute = { entity: 'customers', action: 'list', params: { limit: 1 } };
/** Each route with the status every kind of caller gets, in the order in which they try. */
const matrix: readonly (readonly [string, string, unknown, Readonly<Record<Who, number>>])[] = [
  ['GET', '/healthz', undefined, { admin: 200, manager: 200, plain: 200, other: 200, nobody: 200 }],
  ['GET', '/readyz', undefined, { admin: 200, manager: 200, plain: 200, other: 200, nobody: 200 }],
  ['GET', '/metrics', undefined, { admin: 200, manager: 200, plain: 200, other: 200, nobody: 200 }],
  ['GET', '/openapi.json', undefined, { admin: 200, manager: 200, plain: 200, other: 200, nobody: 200 }],
  ['GET', '/openapi/ledger.json', undefined, { admin: 200, manager: 200, plain: 200, other: 200, nobody: 200 }],
  ['GET', '/openapi/3.0.json', undefined, { admin: 200, manager: 200, plain: 200, other: 200, nobody: 200 }],
  ['GET', '/openapi/3.0/ledger.json', undefined, { admin: 200, manager: 200, plain: 200, other: 200, nobody: 200 }],
  // What it asks for stands in the body.
  [
    'POST',
    '/api/v1/account/applications/token',
    { client_id: 'any', client_secret: 'cty_nobody' },
    { admin: 401, manager: 401, plain: 401, other: 401, nobody: 401 },
  ],
  ['GET', '/api/v1/connectors', undefined, { admin: 200, manager: 200, plain: 200, other: 200, nobody: 401 }],
  ['GET', '/api/v1/actions', undefined, { admin: 200, manager: 200, plain: 200, other: 200, nobody: 401 }],
  [
    'GET',
    '/api/v1/connectors/ledger/entities/customers',
    undefined,
    { admin: 200, manager: 200, plain: 200, other: 200, nobody: 401 },
  ],
  ['GET', '/api/v1/connectors/ledger', undefined, { admin: 200, manager: 200, plain: 200, other: 200, nobody: 401 }],
  ['GET', '/api/v1/sign-in', undefined, { admin: 200, manager: 200, plain: 200, other: 200, nobody: 200 }],
  ['GET', '/api/v1/people', undefined, { admin: 200, manager: 403, plain: 403, other: 403, nobody: 401 }],
  ['POST', '/api/v1/people', {}, { admin: 422, manager: 403, plain: 403, other: 403, nobody: 401 }],
  [
    'DELETE',
    '/api/v1/people/00000000-0000-4000-8000-000000000000',
    undefined,
    { admin: 404, manager: 403, plain: 403, other: 403, nobody: 401 },
  ],
  ['GET', '/api/v1/sessions', undefined, { admin: 403, manager: 403, plain: 403, other: 403, nobody: 401 }],
  [
    'DELETE',
    '/api/v1/sessions/00000000-0000-4000-8000-000000000000',
    undefined,
    { admin: 403, manager: 403, plain: 403, other: 403, nobody: 401 },
  ],
  ['GET', `${workspace}/members`, undefined, { admin: 200, manager: 200, plain: 403, other: 404, nobody: 401 }],
  ['POST', `${workspace}/members`, {}, { admin: 422, manager: 422, plain: 403, other: 404, nobody: 401 }],
  [
    'PUT',
    `${workspace}/members/00000000-0000-4000-8000-000000000000`,
    { role: 'reader' },
    { admin: 404, manager: 404, plain: 403, other: 404, nobody: 401 },
  ],
  [
    'DELETE',
    `${workspace}/members/00000000-0000-4000-8000-000000000000`,
    undefined,
    { admin: 404, manager: 404, plain: 403, other: 404, nobody: 401 },
  ],
  ['GET', `${workspace}/roles`, undefined, { admin: 200, manager: 200, plain: 403, other: 404, nobody: 401 }],
  ['GET', `${workspace}/roles/owner`, undefined, { admin: 200, manager: 200, plain: 403, other: 404, nobody: 401 }],
  [
    'PUT',
    `${workspace}/roles/support`,
    { policy: { approve: true } },
    { manager: 403, admin: 200, plain: 403, other: 404, nobody: 401 },
  ],
  [
    'DELETE',
    `${workspace}/roles/support`,
    undefined,
    { manager: 403, plain: 403, other: 404, nobody: 401, admin: 200 },
  ],
  ['GET', `${workspace}/group-roles`, undefined, { admin: 200, manager: 200, plain: 403, other: 404, nobody: 401 }],
  [
    'PUT',
    `${workspace}/group-roles`,
    { groups: [{ group: 'all', role: 'owner' }] },
    { manager: 403, plain: 403, other: 404, nobody: 401, admin: 200 },
  ],
  ['GET', '/api/v1/whoami', undefined, { admin: 200, manager: 200, plain: 200, other: 200, nobody: 401 }],
  ['GET', '/api/v1/workspaces', undefined, { admin: 200, manager: 200, plain: 200, other: 200, nobody: 401 }],
  ['POST', '/api/v1/workspaces', { name: 'UPPER' }, { admin: 422, manager: 403, plain: 403, other: 403, nobody: 401 }],
  ['PATCH', workspace, { limits: {} }, { admin: 200, manager: 403, plain: 403, other: 403, nobody: 401 }],
  // One that does not exist, as the others are needed.
  ['DELETE', '/api/v1/workspaces/absent', undefined, { admin: 404, manager: 403, plain: 403, other: 403, nobody: 401 }],
  [
    'GET',
    '/api/v1/integrations/connectors?workspace_name=test',
    undefined,
    { admin: 200, manager: 200, plain: 200, other: 404, nobody: 401 },
  ],
  [
    'POST',
    '/api/v1/integrations/connectors/{id}/execute',
    execute,
    { admin: 403, manager: 200, plain: 200, other: 404, nobody: 401 },
  ],
  [
    'POST',
    '/api/v1/integrations/connectors/{id}/execute/customers/list',
    { params: { limit: 1 } },
    { admin: 403, manager: 200, plain: 200, other: 404, nobody: 401 },
  ],
  [
    'POST',
    '/api/v1/integrations/connectors/{id}/execute/customers/list/dry-run',
    { params: { limit: 1 } },
    { admin: 403, manager: 200, plain: 200, other: 404, nobody: 401 },
  ],
  [
    'POST',
    '/api/v1/integrations/connectors/{id}/batch',
    { calls: [execute] },
    { admin: 403, manager: 207, plain: 207, other: 404, nobody: 401 },
  ],
  ['POST', `${workspace}/sql`, { sql: 'SELECT 1' }, { admin: 403, manager: 409, plain: 409, other: 404, nobody: 401 }],
  ['GET', `${workspace}/connections`, undefined, { admin: 200, manager: 200, plain: 200, other: 404, nobody: 401 }],
  ['POST', `${workspace}/connections`, {}, { admin: 422, manager: 422, plain: 403, other: 404, nobody: 401 }],
  [
    'GET',
    `${workspace}/connections/{id}`,
    undefined,
    { admin: 200, manager: 200, plain: 200, other: 404, nobody: 401 },
  ],
  ['PATCH', `${workspace}/connections/{id}`, {}, { admin: 200, manager: 200, plain: 403, other: 404, nobody: 401 }],
  [
    'POST',
    `${workspace}/connections/{id}/check`,
    undefined,
    { admin: 200, manager: 200, plain: 403, other: 404, nobody: 401 },
  ],
  // A gateway in direct mode keeps no copies; who may not ask does not learn even that.
  [
    'GET',
    `${workspace}/connections/{id}/events`,
    undefined,
    { admin: 409, manager: 409, plain: 403, other: 404, nobody: 401 },
  ],
  [
    'PUT',
    `${workspace}/connections/{id}/events`,
    {},
    { admin: 409, manager: 409, plain: 403, other: 404, nobody: 401 },
  ],
  [
    'POST',
    `${workspace}/connections/{id}/events/registration`,
    {},
    { admin: 409, manager: 409, plain: 403, other: 404, nobody: 401 },
  ],
  [
    'DELETE',
    `${workspace}/connections/{id}/events/registration`,
    undefined,
    { admin: 409, manager: 409, plain: 403, other: 404, nobody: 401 },
  ],
  [
    'GET',
    `${workspace}/connections/{id}/syncs`,
    undefined,
    { admin: 409, manager: 409, plain: 409, other: 404, nobody: 401 },
  ],
  [
    'GET',
    `${workspace}/connections/{id}/syncs/customers/passes`,
    undefined,
    { admin: 409, manager: 409, plain: 409, other: 404, nobody: 401 },
  ],
  [
    'GET',
    `${workspace}/connections/{id}/copies/customers/export`,
    undefined,
    { admin: 409, manager: 409, plain: 409, other: 404, nobody: 401 },
  ],
  [
    'POST',
    `${workspace}/connections/{id}/syncs`,
    {},
    { admin: 409, manager: 409, plain: 403, other: 404, nobody: 401 },
  ],
  [
    'GET',
    `${workspace}/connections/{id}/fields`,
    undefined,
    { admin: 200, manager: 200, plain: 200, other: 404, nobody: 401 },
  ],
  [
    'POST',
    `${workspace}/connections/{id}/fields`,
    undefined,
    { admin: 200, manager: 200, plain: 403, other: 404, nobody: 401 },
  ],
  [
    'GET',
    `${workspace}/connections/{id}/openapi.json`,
    undefined,
    { admin: 200, manager: 200, plain: 200, other: 404, nobody: 401 },
  ],
  [
    'GET',
    `${workspace}/connections/{id}/changes`,
    undefined,
    { admin: 409, manager: 409, plain: 409, other: 404, nobody: 401 },
  ],
  [
    'POST',
    `${workspace}/search`,
    { words: 'late parcel' },
    { admin: 403, manager: 409, plain: 409, other: 404, nobody: 401 },
  ],
  ...(['find', 'export', 'remove'] as const).map(
    (verb) =>
      [
        'POST',
        `${workspace}/person-requests/${verb}`,
        { emails: ['ada@example.com'], ...(verb === 'remove' && { confirm: true }) },
        { admin: 409, manager: 409, plain: 403, other: 404, nobody: 401 },
      ] as const,
  ),
  ['GET', `${workspace}/subscriptions`, undefined, { admin: 200, manager: 200, plain: 403, other: 404, nobody: 401 }],
  [
    'POST',
    `${workspace}/subscriptions`,
    { name: 'hooks', url: 'https://hooks.example.com' },
    { admin: 409, manager: 409, plain: 403, other: 404, nobody: 401 },
  ],
  ...(
    [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/replay'],
      ['POST', '/test'],
      ['POST', '/rotate'],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/00000000-0000-4000-8000-000000000000/retry'],
    ] as const
  ).map(
    ([method, rest]) =>
      [
        method,
        `${workspace}/subscriptions/00000000-0000-4000-8000-000000000000${rest}`,
        method === 'PATCH' ? {} : rest === '/replay' ? { from: 'now' } : undefined,
        { admin: 404, manager: 404, plain: 403, other: 404, nobody: 401 },
      ] as const,
  ),
  ['GET', `${workspace}/oauth-apps`, undefined, { admin: 200, manager: 200, plain: 403, other: 404, nobody: 401 }],
  [
    'GET',
    `${workspace}/oauth-apps/help-centre`,
    undefined,
    { admin: 404, manager: 404, plain: 403, other: 404, nobody: 401 },
  ],
  [
    'PUT',
    `${workspace}/oauth-apps/help-centre`,
    { client_id: 'id', client_secret: 'secret' },
    { admin: 200, manager: 200, plain: 403, other: 404, nobody: 401 },
  ],
  [
    'DELETE',
    `${workspace}/oauth-apps/help-centre`,
    undefined,
    { nobody: 401, other: 404, plain: 403, manager: 200, admin: 404 },
  ],
  [
    'POST',
    `${workspace}/connect-links`,
    { connector: 'ledger', name: 'linked' },
    { admin: 201, manager: 201, plain: 403, other: 404, nobody: 401 },
  ],
  ['GET', `${workspace}/connect-links`, undefined, { admin: 200, manager: 200, plain: 403, other: 404, nobody: 401 }],
  [
    'DELETE',
    `${workspace}/connect-links/00000000-0000-4000-8000-000000000000`,
    undefined,
    { admin: 404, manager: 404, plain: 403, other: 404, nobody: 401 },
  ],
  [
    'GET',
    `${workspace}/connect-links/00000000-0000-4000-8000-000000000000`,
    undefined,
    { admin: 404, manager: 404, plain: 403, other: 404, nobody: 401 },
  ],
  ['GET', `${workspace}/tokens`, undefined, { admin: 200, manager: 200, plain: 403, other: 404, nobody: 401 }],
  ['POST', `${workspace}/tokens`, {}, { admin: 422, manager: 422, plain: 403, other: 404, nobody: 401 }],
  [
    'POST',
    `${workspace}/tokens/preview`,
    { policy: { read_only: true } },
    { admin: 200, manager: 200, plain: 403, other: 404, nobody: 401 },
  ],
  [
    'POST',
    `${workspace}/tokens/preview/record`,
    { connection: 'absent', entity: 'customers' },
    { admin: 403, manager: 404, plain: 403, other: 404, nobody: 401 },
  ],
  [
    'DELETE',
    `${workspace}/tokens/00000000-0000-4000-8000-000000000000`,
    undefined,
    { admin: 404, manager: 404, plain: 403, other: 404, nobody: 401 },
  ],
  ['GET', `${workspace}/held`, undefined, { admin: 200, manager: 200, plain: 200, other: 404, nobody: 401 }],
  ...(
    [
      ['GET', '', undefined],
      ['POST', '/approve', { preview_hash: 'x' }],
      ['POST', '/refuse', {}],
    ] as const
  ).map(
    ([method, rest, body]) =>
      [
        method,
        `${workspace}/held/00000000-0000-4000-8000-000000000000${rest}`,
        body,
        { admin: 404, manager: 404, plain: 404, other: 404, nobody: 401 },
      ] as const,
  ),
  ['GET', '/api/v1/audit', undefined, { admin: 200, manager: 403, plain: 403, other: 403, nobody: 401 }],
  ['GET', `${workspace}/overview`, undefined, { admin: 200, manager: 200, plain: 200, other: 404, nobody: 401 }],
  [
    'GET',
    `${workspace}/audit/00000000-0000-4000-8000-000000000000`,
    undefined,
    { admin: 404, manager: 404, plain: 403, other: 404, nobody: 401 },
  ],
  ['GET', `${workspace}/audit`, undefined, { admin: 200, manager: 200, plain: 403, other: 404, nobody: 401 }],
  [
    'DELETE',
    `${workspace}/connections/{id}`,
    undefined,
    { nobody: 401, other: 404, plain: 403, manager: 200, admin: 404 },
  ],
];

it.each(matrix)('%s %s', async (method, path, body, expected) => {
  for (const [who, status] of Object.entries(expected)) {
    const token = tokens.get(who as Who) ?? null;
    const response = await gateway.send(method, path.replace('{id}', id), {
      token,
      ...(body !== undefined && { body }),
    });
    expect(response.status, `${who}: ${response.text.slice(0, 300)}`).toBe(status);
  }
});

it('has a row for every documented operation', async () => {
  const { json } = await gateway.send('GET', '/openapi.json');
  const documented = Object.entries(json.paths as Record<string, object>).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
  );
  const tested = matrix.map(([method, path]) => {
    const template = path
      .replace(/\?.*/, '')
      .replace(/\/workspaces\/(test|absent)/, '/workspaces/{}')
      .replace('/connectors/ledger', '/connectors/{}')
      .replace('/oauth-apps/help-centre', '/oauth-apps/{}')
      .replace('/entities/customers', '/entities/{}')
      .replace('/ledger.json', '/{}.json')
      .replace('/syncs/customers', '/syncs/{}')
      .replace('/copies/customers', '/copies/{}')
      .replace('/customers/list', '/{}/{}')
      .replace(/\/roles\/\w+/, '/roles/{}')
      .replaceAll(/\{id\}|0{8}-[\w-]+/g, '{}');
    return `${method} ${template}`;
  });
  expect(tested.sort()).toEqual(documented.sort());
});
