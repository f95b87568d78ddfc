import { describe, expect, it } from 'vitest';
import { CallProblem } from '../src/call-problem.ts';
import type { Calls } from '../src/calls.ts';
import { connectedClient } from './connected-client.ts';
import { stubCalls } from './stub-calls.ts';

const connection = { id: 'c1', name: 'ledger', connector: 'ledger', vendor: 'Ledger Books', state: 'active' };

async function problemOf(responses: Partial<Calls>, name: string, input: object) {
  const connected = await connectedClient(stubCalls(responses));
  const { text, isError } = await connected.call(name, input);
  await connected.close();
  expect(isError).toBe(true);
  return { ...JSON.parse(text), logged: connected.errors };
}

describe('a call that fails', () => {
  it('as nobody foresaw is told without its cause, which is kept for the log', async () => {
    const cause = new Error('the password is hunter2');
    const connections = () => Promise.reject(cause);
    const problem = await problemOf({ connections }, 'list_connections', {});
    expect(problem).toMatchObject({ code: 'internal', next_step: expect.any(String), logged: [cause] });
    expect(JSON.stringify({ ...problem, logged: [] })).not.toContain('hunter2');
  });

  it.each([
    [{ code: 'internal', outcome: 'unknown' }, undefined, 'It may have been carried out'],
    [{ code: 'rate_limited', origin: 'caller' }, 7, 'Wait 7 seconds'],
    [{ code: 'upstream_unavailable', retryable: true }, undefined, 'in a moment'],
    [{ code: 'reauthorization_required', origin: 'credential' }, undefined, 'connect this account again'],
    [{ code: 'upstream_rejected', origin: 'upstream' }, undefined, 'will not help'],
    [{ code: 'forbidden', origin: 'caller' }, undefined, 'do not try another way'],
  ])('with %j says what to do next', async (problem, retryAfterSeconds, step) => {
    const connections = () =>
      Promise.reject(new CallProblem({ message: 'It failed.', ...problem }, { retryAfterSeconds }));
    expect((await problemOf({ connections }, 'list_connections', {})).next_step).toContain(step);
  });

  it('because a number has been rounded on its way says so, before anything is sent', async () => {
    const input = { connection: 'ledger', entity: 'customers', filter: { eq: { id: 2 ** 53 } } };
    expect(await problemOf({}, 'search_records', input)).toMatchObject({
      code: 'invalid_params',
      errors: [{ field: '/filter/eq/id' }],
    });
  });

  it('because a connector has several connections names them', async () => {
    const others = ['eu', 'us'].map((name) => ({ ...connection, id: name, name }));
    const problem = await problemOf({ connections: async () => others }, 'list_changes', { connection: 'ledger' });
    expect(problem).toMatchObject({
      code: 'connector_not_found',
      message: expect.stringContaining('eu (Ledger Books), us (Ledger Books)'),
    });
  });
});

it('takes params that a model sends as JSON text', async () => {
  const asked: unknown[] = [];
  const resolve: Calls['resolve'] = async () => ({
    connection,
    action: { entity: 'customers', action: 'list', effect: 'read', result: 'records' } as never,
    execute: async ({ params }) => {
      asked.push(params);
      return { data: Buffer.from('[]'), meta: { next_params: null } };
    },
    batch: () => Promise.reject(new Error('no batch')),
    download: () => Promise.reject(new Error('no file')),
  });
  const connected = await connectedClient(stubCalls({ resolve }));
  const input = { connection: 'ledger', entity: 'customers', action: 'list' };
  const { isError } = await connected.call('run_read', { ...input, params: '{"limit": 2}' });
  expect([isError, asked]).toEqual([false, [{ limit: 2 }]]);
  expect((await connected.call('run_read', { ...input, params: 'limit 2' })).text).toContain('/params');
  await connected.close();
});

it('shows every tool to people under a title', async () => {
  const { client, close } = await connectedClient(stubCalls());
  const { tools } = await client.listTools();
  await close();
  expect(tools.map(({ title }) => title)).toContain('Find actions');
});

it('lists no tool for what there is not', async () => {
  const only = (offered: (action: string | undefined, effect: string | undefined) => boolean): Partial<Calls> => ({
    findActions: async ({ action, effect }) => ({ data: [], meta: { total: offered(action, effect) ? 1 : 0 } }),
  });
  const names = async (responses: Partial<Calls>) => {
    const { client, close } = await connectedClient(stubCalls(responses));
    const { tools } = await client.listTools();
    await close();
    return tools.map(({ name }) => name);
  };
  const always = ['find_actions', 'describe_action', 'list_connections', 'connect_account'];
  expect(await names(only(() => false))).toEqual(always);
  expect(await names(only((_, effect) => effect === 'outward'))).toContain('run_write');
  expect(await names(only((action) => action === 'download'))).toEqual([
    ...always.slice(0, 2),
    'read_file',
    ...always.slice(2),
  ]);
});
