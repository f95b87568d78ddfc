import { randomUUID } from 'node:crypto';
import type { Connector, RawValue } from '@connectory/connector-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentedRequest, operationsOf, type PlaceholderValues, requestsOf } from './documented-operations.ts';
import { adminToken, type Response, type RunningGateway } from './running-gateway.ts';
import { type Caller, setUpTwoWorkspaces, type TwoWorkspaces } from './two-workspaces.ts';

const callers: readonly Caller[] = ['stranger', 'restricted', 'child', 'expired', 'revoked', 'nobody', 'admin'];
const shutOut: readonly Caller[] = ['expired', 'revoked', 'nobody'];
const members: readonly Caller[] = ['restricted', 'child'];
const reads = /\/(list|get|api_search|context_store_search|download)$/;
/** Other code handles requests of existing clients of the hosted service. */
const agent = { 'x-adp-agent-sdk': 'any' };

/**
 * Sends every operation of the documents as each caller who does not own its object. There is no list of operations: a new one is covered
 * as soon as it is documented, and a new kind of placeholder fails until it has values. With `isOfOneConnector`, only the actions of the
 * first connector are sent.
 */
export function describeTenancy(
  connectors: readonly Connector[],
  start: () => Promise<RunningGateway>,
  { isOfOneConnector = false } = {},
): void {
  const [{ id: shown } = { id: '' }] = connectors;
  let gateway: RunningGateway;
  let tenants: TwoWorkspaces;
  let before: unknown;
  let gatewayRequests: readonly DocumentedRequest[];
  const actionRequests = new Map<string, readonly DocumentedRequest[]>();
  /** Ids of records, which occur nowhere else. */
  const recordMarks = new Set<string>();

  beforeAll(async () => {
    gateway = await start();
    tenants = await setUpTwoWorkspaces(gateway, connectors, shown);
    for (const { id: connector } of isOfOneConnector ? connectors.slice(0, 1) : connectors) {
      const { json } = await gateway.send('GET', `/openapi/${connector}.json`);
      const { id = '' } = tenants.hidden.get(connector) ?? {};
      const requests = operationsOf(json).flatMap((operation) => requestsOf(operation, placeholders(id), []));
      actionRequests.set(connector, requests);
    }
    const document = (await gateway.send('GET', '/openapi.json')).json;
    const target = tenants.hidden.get(shown) ?? { id: '', name: '' };
    const { id, name } = tenants.workspace;
    const texts = [id, name, target.id, target.name, ...tenants.wideTokens, cursorOf([target.name])];
    gatewayRequests = (isOfOneConnector ? [] : operationsOf(document)).flatMap((operation) => {
      const requests = requestsOf(operation, placeholders(target.id), texts);
      if (requests.length === 0) throw new Error(`${operation.method} ${operation.path} is not sent.`);
      return requests;
    });
    before = await belongings();
  });

  afterAll(() => gateway.stop());

  function placeholders(connectionId: string): PlaceholderValues {
    const [first] = connectors[0]?.entities ?? [];
    return {
      'workspaces/{workspace}': [tenants.workspace.id, tenants.workspace.name],
      'connections/{id}': [connectionId],
      'tokens/{id}': tenants.wideTokens,
      'sessions/{id}': [randomUUID()],
      'people/{id}': [tenants.member],
      'members/{person}': [tenants.member],
      'roles/{name}': ['owner', 'support'],
      'oauth-apps/{connector}': [tenants.consenting],
      'connect-links/{id}': [tenants.hiddenLink],
      'subscriptions/{id}': [tenants.hiddenSubscription],
      'audit/{id}': [tenants.hiddenEntry],
      'held/{id}': [tenants.hiddenHeld],
      'deliveries/{delivery}': [tenants.hiddenDelivery],
      'connectors/{connector_id}': [connectionId],
      'connectors/{id}': [shown],
      'entities/{entity}': [first?.name ?? ''],
      'syncs/{entity}': [first?.name ?? ''],
      'copies/{entity}': [first?.name ?? ''],
      'execute/{entity}': [first?.name ?? ''],
      '{entity}/{action}': Object.keys(first?.actions ?? {}).slice(0, 1),
      'openapi/{connector}': [shown],
      '3.0/{connector}': [shown],
    };
  }

  /** The stored data of the workspace that must not change, as the admin sees them. */
  async function belongings(): Promise<unknown> {
    const path = `/api/v1/workspaces/${tenants.workspace.id}`;
    const all = async (what: string): Promise<readonly RawValue[]> =>
      (await gateway.send('GET', `${path}/${what}?limit=100`, { token: adminToken })).json.data;
    const ids = new Set([...[...tenants.hidden.values()].map(({ id }) => id), ...tenants.wideTokens]);
    ids.add(tenants.member);
    const kinds = ['connections', 'tokens', 'members'];
    const found = (await Promise.all(kinds.map(all))).flat().filter(({ id }) => ids.has(id));
    expect(found).toHaveLength(ids.size);
    return found.map(({ id, name, settings, authentication, revoked_at, role }) => [
      ...[id, name, settings, authentication, revoked_at, role],
    ]);
  }

  const allActionRequests = () => [...actionRequests.values()].flat();

  function send({ operation, path, body }: DocumentedRequest, token: string | null, headers = {}): Promise<Response> {
    return gateway.send(operation.method, path, { token, headers, ...(body !== undefined && { body }) });
  }

  /** Returns the texts in a response that the caller may not see and did not send. */
  function leaks(response: Response, { operation, path, body }: DocumentedRequest, caller: Caller): readonly string[] {
    const said = decodeURIComponent(path) + JSON.stringify(body ?? null);
    const cursor: unknown = response.json?.meta?.next_cursor ?? '';
    const seen = `${response.text} ${JSON.stringify(response.headers)} ${Buffer.from(String(cursor), 'base64url')}`;
    const isMember = members.includes(caller);
    const marks = [
      ...tenants.credentials,
      // Documents are public, and their examples are records as well.
      ...(operation.isOpen ? [] : recordMarks),
      ...(caller === 'admin' ? [] : tenants.marks),
      ...(caller === 'admin' || isMember ? [] : [tenants.workspace.id, tenants.workspace.name]),
    ];
    return marks.filter((mark) => seen.includes(mark) && !said.includes(mark));
  }

  async function ask(request: DocumentedRequest, caller: Caller, headers: Record<string, string>): Promise<void> {
    const response = await send(request, tenants.callers[caller], headers);
    const [path = ''] = request.path.split('?');
    const reported = `${caller}: ${request.operation.method} ${request.path}: ${response.status} ${response.text.slice(0, 300)}`;
    expect(leaks(response, request, caller), reported).toEqual([]);
    if (shutOut.includes(caller) && !request.operation.isOpen) expect(response.status, reported).toBe(401);
    const isOfWorkspace = path.includes(tenants.workspace.id) || path.includes(tenants.workspace.name);
    if (caller === 'stranger' && isOfWorkspace) await expectToBeUnknown(request, response, reported);
    if (runsActions.test(path)) {
      expect(response.status, reported).toBeGreaterThanOrEqual(400);
      expect(response.status, reported).toBeLessThan(500);
      if (caller === 'admin') expect(response.status, reported).toBe(403);
    }
  }

  /** Expects the same response as for a workspace that does not exist. */
  async function expectToBeUnknown(request: DocumentedRequest, { status }: Response, reported: string): Promise<void> {
    if (status === 404) return;
    const { id, name } = tenants.workspace;
    const path = request.path.replaceAll(id, randomUUID()).replaceAll(name, 'no-such-workspace');
    expect(status, reported).toBe((await send({ ...request, path }, tenants.callers.stranger)).status);
  }

  describe('what belongs to a workspace', () => {
    it('is shown to its owner by the operations, or the rest would prove nothing', async () => {
      const lists = gatewayRequests.filter(({ operation }) => operation.method === 'GET' && !operation.isOpen);
      const seen = (await Promise.all(lists.map(async (request) => (await send(request, tenants.owner)).text))).join();
      const unseen = [...tenants.marks, tenants.workspace.id].filter((mark) => !seen.includes(mark));
      if (!isOfOneConnector) expect(unseen).toEqual([]);
      for (const [connector, requests] of actionRequests) {
        let responded = 0;
        for (const request of requests.filter(({ path }) => reads.test(path))) {
          const { status, json, text } = await send(request, tenants.owner);
          expect([200, 404, 409], `${connector} ${request.path}: ${text.slice(0, 300)}`).toContain(status);
          if (status === 200) responded++;
          for (const record of [json?.data].flat()) {
            if (typeof record?.id === 'string' && record.id.length >= 10) recordMarks.add(record.id);
          }
        }
        expect(responded, connector).toBeGreaterThan(0);
      }
      // Some connectors have only short ids.
      if (!isOfOneConnector) expect(recordMarks.size).toBeGreaterThan(0);
    });

    it.each(callers)('is not shown to: %s', async (caller) => {
      // The admin may change every workspace.
      const mayChange = caller === 'admin';
      const asked = gatewayRequests.filter(
        ({ operation, path }) => !mayChange || operation.method === 'GET' || runsActions.test(path),
      );
      for (const request of asked) for (const headers of [{}, agent]) await ask(request, caller, headers);
      for (const request of allActionRequests()) await ask(request, caller, {});
      expect(await belongings()).toEqual(before);
    });
  });
}

const runsActions = /\/(?:execute|batch|sql)\b/;
const cursorOf = (values: readonly string[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
