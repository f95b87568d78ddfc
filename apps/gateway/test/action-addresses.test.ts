import { describeConnector } from '@connectory/connector-sdk/engine';
import { ledger } from '@connectory/test-support/fixture-connectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { executePath, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

afterAll(() => gateway.stop());

const address = (rest: string) => `${executePath(gateway.connection('ledger'))}/${rest}`;
const send = (rest: string, body: unknown, headers = {}) => gateway.send('POST', address(rest), { body, headers });

describe('the address of an action', () => {
  it('returns as the execute call does', async () => {
    const body = { params: { limit: 2 }, select_fields: ['id', 'name'] };
    const own = await send('customers/list', body);
    const plain = await gateway.execute('ledger', { entity: 'customers', action: 'list', ...body });
    expect(own.status, own.text).toBe(200);
    expect(own.text).toBe(plain.text);
    expect(own.json.data).toHaveLength(2);
  });

  it('streams when asked to', async () => {
    const response = await send('customers/list', { params: { limit: 10 } }, { accept: 'application/x-ndjson' });
    const lines = response.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toEqual({ meta: { complete: true, records: 25, pages: 3, next_params: null } });
  });

  it('honors an idempotency key together with the execute call', async () => {
    const headers = { 'idempotency-key': 'address-1' };
    const params = { name: 'Ada Marsh' };
    const first = await send('customers/create', { params }, headers);
    const again = await gateway.execute('ledger', { entity: 'customers', action: 'create', params }, { headers });
    expect(again.json).toEqual({ data: first.json.data, meta: { idempotent_replay: true } });
  });

  it.each([
    ['entity', 'customers'],
    ['action', 'list'],
    ['dry_run', true],
    ['parms', {}],
  ])('refuses the member %s', async (name, value) => {
    const response = await send('customers/list', { params: {}, [name]: value });
    expectProblem(response, 'malformed_request');
    expect(response.json.errors).toMatchObject([{ field: `/${name}`, error_code: 'unknown_name' }]);
  });

  it('locates errors of parameters', async () => {
    const response = await send('customers/list', { params: { limt: 1 } });
    expectProblem(response, 'invalid_params');
    expect(response.json.errors).toMatchObject([{ field: '/params/limt', did_you_mean: 'limit' }]);
  });

  it('is none for an entity or action there is not', async () => {
    expectProblem(await send('customer/list', {}), 'unknown_entity');
    expectProblem(await send('balance/list', {}), 'action_not_available');
    expectProblem(await send('customers/list/all', {}), 'not_found');
    expectProblem(await send('customers/%6cist', {}), 'not_found');
  });

  it('takes POST only', async () => {
    expectProblem(await gateway.send('GET', address('customers/list')), 'method_not_allowed');
  });
});

describe('the document of a connector', () => {
  it('is open to everybody and has an address for each action', async () => {
    const response = await gateway.send('GET', '/openapi/ledger.json', { token: null });
    expect(response.status).toBe(200);
    expect(response.json.info.title).toBe('Connectory: ledger');
    const execute = '/api/v1/integrations/connectors/{connector_id}/execute';
    const declared = describeConnector(ledger).entities.flatMap(({ name, actions }) =>
      actions.flatMap(({ action, effect }) => [
        `${execute}/${name}/${action}`,
        ...(effect === 'read' ? [] : [`${execute}/${name}/${action}/dry-run`]),
      ]),
    );
    expect(declared).toContain(`${execute}/customers/context_store_search`);
    expect(Object.keys(response.json.paths).sort()).toEqual(declared.sort());
  });

  it('is there in OpenAPI 3.0, like that of the gateway', async () => {
    for (const name of ['ledger', undefined]) {
      const suffix = name === undefined ? '' : `/${name}`;
      const older = await gateway.send('GET', `/openapi/3.0${suffix}.json`, { token: null });
      const newer = await gateway.send('GET', `/openapi${suffix}.json`, { token: null });
      expect(older.json.openapi).toBe('3.0.3');
      expect(Object.keys(older.json.paths)).toEqual(Object.keys(newer.json.paths));
    }
    expectProblem(await gateway.send('GET', '/openapi/3.0/ledgers.json', { token: null }), 'connector_not_found');
  });

  it('is none for a connector that is not installed', async () => {
    const response = await gateway.send('GET', '/openapi/ledgers.json', { token: null });
    expectProblem(response, 'connector_not_found');
    expect(response.json.message).toContain('"ledger"');
  });
});
