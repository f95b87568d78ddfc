import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { startHostedGateway, untilSynced } from './hosted-gateway.ts';
import type { RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
const path = '/api/v1/workspaces/test/sql';

beforeAll(async () => {
  gateway = await startHostedGateway();
  const second = await gateway.connect('ledger', 'second ledger');
  for (const connection of ['ledger', second]) await untilSynced(gateway, connection, ['customers', 'invoices']);
});

afterAll(() => gateway.stop());

const run = (sql: string, rest: object = {}, token?: string) =>
  gateway.send('POST', path, { body: { sql, ...rest }, ...(token !== undefined && { token }) });

const endless = 'SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b';

describe('SQL over the copies of a workspace', () => {
  it('joins the copies of two connections, and says what it has read', async () => {
    const { status, json, text } = await run(
      'SELECT count(*) AS n FROM ledger.customers a JOIN "second ledger".customers b USING (email)',
    );
    expect(status, text).toBe(200);
    expect(json.data).toEqual([{ n: 25 }]);
    expect(json.meta).toMatchObject({
      columns: [{ name: 'n', type: 'BIGINT' }],
      has_more: false,
      tables: [
        { connection: 'ledger', entity: 'customers', rows: 25, synced_at: expect.any(String) },
        { connection: 'second ledger', entity: 'customers', rows: 25 },
      ],
    });
  });

  it('returns at most the rows of the limit and of the policy', async () => {
    const few = await run('FROM ledger.customers', { limit: 2 });
    expect(few.json.data).toHaveLength(2);
    expect(few.json.meta.has_more).toBe(true);
    expect(few.json.meta.capped_at).toBeUndefined();
    const token = await gateway.tokenWith({ max_records: 3 });
    const capped = await run('FROM ledger.customers', { limit: 5 }, token);
    expect(capped.json.data).toHaveLength(3);
    expect(capped.json.meta).toMatchObject({ has_more: true, capped_at: 3 });
  });

  it('hides tables that the policy forbids as if they did not exist', async () => {
    const messageOf = async (sql: string, token: string) => {
      const response = await run(sql, {}, token);
      expectProblem(response, 'invalid_query');
      return response.json.message.replaceAll(/"?second ledger"?|nowhere/g, 'X');
    };
    const onlyFirst = await gateway.tokenWith({ connectors: ['nothing else'] });
    const unknown = await messageOf('FROM nowhere.customers', onlyFirst);
    expect(await messageOf('FROM "second ledger".customers', onlyFirst)).toBe(unknown);
    const noSearch = await gateway.tokenWith({ actions: ['list'] });
    expectProblem(await run('FROM ledger.customers', {}, noSearch), 'invalid_query');
    const misspelt = await run('FROM ledger.custmers');
    expect(misspelt.json.message).toContain('Did you mean ledger.customers?');
  });

  it('runs for each entity as an action of existing clients, with the entities as plain names', async () => {
    const call = {
      entity: 'customers',
      action: 'context_store_sql_query',
      params: { sql: 'SELECT count(*) AS n FROM customers' },
    };
    const { status, json, text } = await gateway.execute('ledger', call);
    expect(status, text).toBe(200);
    expect(json).toMatchObject({ data: [{ n: 25 }], meta: { has_more: false, cursor: null } });
    const foreign = await gateway.execute('ledger', call, { headers: { 'x-adp-agent-sdk': 'python' } });
    expect(foreign.json.result).toMatchObject({ data: [{ n: 25 }], meta: { has_more: false, cursor: null } });
    const other = { ...call, params: { sql: 'FROM "second ledger".customers' } };
    expectProblem(await gateway.execute('ledger', other), 'invalid_query');
  });

  it('ends when the caller disconnects', async () => {
    const caller = new AbortController();
    const sent = request(`${gateway.url}${path}`, {
      method: 'POST',
      signal: caller.signal,
      headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sql: endless }),
    });
    setTimeout(() => caller.abort(), 1_500);
    await expect(sent).rejects.toThrow();
    // A workspace may run two; the turn of the first must be free.
    for (const _ of [1, 2, 3]) expect((await run('SELECT 1 AS one')).json.data).toEqual([{ one: 1 }]);
  });

  it('writes an audit entry for each table that was read', async () => {
    await run('SELECT count(*) FROM ledger.customers, "second ledger".invoices', { intent: 'a test of the audit' });
    await expect
      .poll(async () => {
        const { json } = await gateway.send('GET', '/api/v1/workspaces/test/audit?limit=50');
        return json.data
          .filter(({ intent }: { intent: string }) => intent === 'a test of the audit')
          .map(({ entity, action, outcome }: Record<string, unknown>) => [entity, action, outcome])
          .toSorted();
      })
      .toEqual([
        ['customers', 'context_store_sql_query', 200],
        ['invoices', 'context_store_sql_query', 200],
      ]);
  });
});
