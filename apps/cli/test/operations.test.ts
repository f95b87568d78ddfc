import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startStubGateway } from './stub-gateway.ts';
import { runInTest, type Surroundings } from './test-terminal.ts';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

interface Content {
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface KnownOperation extends Operation {
  readonly method: string;
  readonly path: RegExp;
}

const document = JSON.parse(await readFile(new URL('../../../spec/openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const operations: readonly KnownOperation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) =>
    operation.operationId === undefined
      ? []
      : { ...operation, method: method.toUpperCase(), path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) },
  ),
);

const id = '9a3d8e52-6f0b-4f5e-9d1c-2b7e4a5c6d8f';
const credentials = ['--credentials', '-'];

/** A command for each operation; its request for credentials, if it has one, is answered on standard input. */
const commands: Readonly<Record<string, readonly string[]>> = {
  execute: ['execute', `{"connector_id":"${id}","entity":"customers","action":"list"}`],
  batch: ['batch', id, '-'],
  runSql: ['sql', 'SELECT 1'],
  listConnectors: ['connectors', 'list'],
  getConnector: ['connectors', 'describe', 'ledger'],
  getEntity: ['run', id, 'customers', 'list'],
  findActions: ['actions', 'refund'],
  listConnectorInstances: ['connections', 'list'],
  createConnection: ['connections', 'add', 'ledger', ...credentials],
  getConnection: ['connections', 'show', id],
  updateConnection: ['connections', 'update', id, '--deadline-seconds', '5'],
  deleteConnection: ['connections', 'remove', id, '--yes'],
  checkConnection: ['connections', 'check', id],
  getEventEndpoint: ['connections', 'events', id],
  putEventEndpoint: ['connections', 'events', id, '--new-url'],
  registerEventEndpoint: ['connections', 'events', id, '--register'],
  unregisterEventEndpoint: ['connections', 'events', id, '--unregister', '--yes'],
  listOAuthApps: ['oauth-apps', 'list'],
  getOAuthApp: ['oauth-apps', 'show', 'ledger'],
  putOAuthApp: ['oauth-apps', 'set', 'ledger', ...credentials],
  deleteOAuthApp: ['oauth-apps', 'delete', 'ledger', '--yes'],
  createConnectLink: ['connections', 'connect', 'ledger', '--no-wait'],
  listConnectLinks: ['connections', 'links'],
  revokeConnectLink: ['connections', 'revoke-link', '5b0e1c52-93f4-4c57-8a43-0c1f6e0d7f5a', '--yes'],
  getConnectLink: ['connections', 'connect', 'ledger'],
  getSyncs: ['sync', 'status', id],
  getSyncPasses: ['sync', 'history', id, 'customers'],
  startSyncs: ['sync', 'start', id, '--no-wait'],
  getOwnFields: ['sync', 'fields', id],
  discoverOwnFields: ['sync', 'fields', id, '--discover'],
  exportCopy: ['export', id, 'customers', '--output', join(tmpdir(), `${randomUUID()}.parquet`)],
  listChanges: ['changes', id],
  findRecords: ['find', 'late parcel'],
  findPerson: ['person', 'find', '--email', 'ada@example.com'],
  exportPerson: [
    'person',
    'export',
    '--email',
    'ada@example.com',
    '--output',
    join(tmpdir(), `${randomUUID()}.ndjson`),
  ],
  erasePerson: ['person', 'remove', '--id', 'stripe/customers/cus_1', '--yes'],
  listSubscriptions: ['subscriptions', 'list'],
  createSubscription: ['subscriptions', 'create', 'open', '--to', 'https://hooks.example.com'],
  getSubscription: ['subscriptions', 'show', 'unpaid invoices'],
  updateSubscription: ['subscriptions', 'pause', 'unpaid invoices'],
  deleteSubscription: ['subscriptions', 'delete', 'unpaid invoices', '--yes'],
  replaySubscription: ['subscriptions', 'replay', 'unpaid invoices', '--from', '24h'],
  testSubscription: ['subscriptions', 'test', 'unpaid invoices'],
  rotateSubscriptionSecret: ['subscriptions', 'rotate-secret', 'unpaid invoices'],
  listDeliveries: ['subscriptions', 'deliveries', 'unpaid invoices'],
  retryDelivery: ['subscriptions', 'retry', 'unpaid invoices', id],
  listWorkspaces: ['workspaces', 'list'],
  createWorkspace: ['workspaces', 'create', 'acme'],
  updateWorkspace: ['workspaces', 'update', 'acme', '--calls-per-day', '5'],
  deleteWorkspace: ['workspaces', 'delete', 'acme', '--yes'],
  whoami: ['whoami'],
  listPeople: ['people', 'list'],
  invitePerson: ['people', 'invite', 'ada@example.com'],
  removePerson: ['people', 'remove', 'ada@example.com', '--yes'],
  listMembers: ['members', 'list'],
  inviteMember: ['members', 'invite', 'ada@example.com', '--role', 'support'],
  putMember: ['members', 'update', 'ada@example.com', '--role', 'support'],
  removeMember: ['members', 'remove', 'ada@example.com', '--yes'],
  listRoles: ['roles', 'list'],
  getRole: ['roles', 'show', 'support'],
  putRole: ['roles', 'set', 'support', '--connectors', 'zendesk'],
  deleteRole: ['roles', 'delete', 'support', '--yes'],
  getGroupRoles: ['roles', 'groups'],
  putGroupRoles: ['roles', 'set-groups', '--group', 'support-team=support'],
  listTokens: ['tokens', 'list'],
  createToken: ['tokens', 'create', 'reporting'],
  previewToken: ['tokens', 'preview', '--read-only'],
  previewRecord: ['tokens', 'preview-record', 'ledger', 'customers'],
  revokeToken: ['tokens', 'revoke', '3d1b7c9e-8a54-4c3f-b2a6-5e9f0d7c1a42', '--yes'],
  listHeldWrites: ['held', 'list'],
  getHeldWrite: ['held', 'get', id],
  approveHeldWrite: ['held', 'approve', id, '--preview-hash', 'x'],
  refuseHeldWrite: ['held', 'refuse', id],
  listAuditEntries: ['audit', '--limit', '1'],
  listGatewayAuditEntries: ['audit', '--gateway', '--limit', '1'],
  getReadiness: ['doctor'],
};

const withoutCommand: Readonly<Record<string, string>> = {
  executeAction: 'the same call as execute, for clients that are generated from a document',
  previewAction: 'the same call as execute with dry_run, for clients that are generated from a document',
  listConnections: 'the connections of listConnectorInstances, with their settings: connections show',
  getAuditEntry: 'an entry of listAuditEntries, which prints whole entries as JSON',
  getSignIn: 'for the sign-in page of the console',
  getSessions: 'for people in a browser; a token has no sessions',
  endSession: 'for people in a browser; a token has no sessions',
  getOverview: 'for the landing page of the console; doctor, sync status and audit show its parts',
  exchangeApplicationToken: "for programs written for the hosted service's own clients",
  getHealth: 'for the platform that keeps the process running; doctor reads getReadiness',
  getMetrics: 'for Prometheus',
  getOpenApiDocument: 'for tools that read OpenAPI documents',
  getConnectorDocument: 'for tools that read OpenAPI documents',
  getConnectionDocument: 'for tools that read OpenAPI documents',
  getOpenApi30Document: 'for tools that read OpenAPI documents',
  getConnectorOpenApi30Document: 'for tools that read OpenAPI documents',
};

it('every operation of the gateway has a command, or a reason to have none', () => {
  const named = [...Object.keys(commands), ...Object.keys(withoutCommand)];
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(named.toSorted());
});

it.each(Object.entries(commands))('%s is what its command requests', async (operationId, words) => {
  const { requested, error } = await requestedBy(words);
  expect(requested, error).toContain(operationId);
});

const deletions = operations
  .filter(({ method, operationId }) => method === 'DELETE' && !Object.hasOwn(withoutCommand, operationId))
  .map(({ operationId }) => operationId);

describe.each(deletions)('%s', (operationId) => {
  const words = (commands[operationId] ?? []).filter((word) => word !== '--yes');

  it('asks on a terminal, and deletes nothing unless the person agrees', async () => {
    const { requested, error, code } = await requestedBy(words, { isInteractive: true, typed: '' });
    expect({ requested, code }).toEqual({ requested: expect.not.arrayContaining([operationId]), code: 1 });
    expect(error).toMatch(/^This (deletes|removes|revokes) .*\n(Continue\? \[y\/N\]|Type ".+" to confirm:) /);
    const typed = /^Type "(.+)" to confirm/m.exec(error)?.[1] ?? 'y';
    const confirmed = await requestedBy(words, { isInteractive: true, typed });
    expect(confirmed.requested, confirmed.error).toContain(operationId);
    expect(confirmed.code).toBe(0);
    expect(confirmed.out).toMatch(/is deleted|is removed|is revoked|removed +\d/);
  });

  it('is refused without --yes where nobody can be asked', async () => {
    const { requested, error, code } = await requestedBy(words);
    expect({ requested, code }).toEqual({ requested: expect.not.arrayContaining([operationId]), code: 4 });
    expect(JSON.parse(error)).toMatchObject({ code: 'confirmation_required' });
  });
});

async function requestedBy(words: readonly string[], surroundings: Surroundings = {}) {
  const gateway = await startStubGateway(({ method, path }) => {
    const found = operationOf(method, path);
    return found === undefined ? { status: 404, body: {} } : exampleOf(found);
  });
  try {
    const ended = await runInTest(words, {
      environment: { CONNECTORY_URL: gateway.url, CONNECTORY_TOKEN: 'cty_test', CONNECTORY_WORKSPACE: 'demo' },
      input: '{"api_key":"x","client_id":"y","client_secret":"z"}',
      ...surroundings,
    });
    return { ...ended, requested: gateway.requests.map(({ method, path }) => operationOf(method, path)?.operationId) };
  } finally {
    await gateway.close();
  }
}

const operationOf = (method: string, path: string) =>
  operations.find((operation) => operation.method === method && operation.path.test(path.split('?')[0] ?? ''));

// What the document shows as the response.
function exampleOf({ operationId, responses }: KnownOperation): { status: number; body: unknown } {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? ['500', {}];
  const examples = Object.values(response.content?.['application/json']?.examples ?? {});
  const body = examples.at(-1)?.value ?? {};
  if (operationId === 'getConnectLink')
    return { status: Number(status), body: { ...(body as object), state: 'expired' } };
  return { status: Number(status), body };
}
