import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordPreviewSchema } from '../src/tokens/schemas.ts';
import { expectProblem } from './expect-problem.ts';
import { found, startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { adminToken, type Response, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let direct: RunningGateway;

beforeAll(async () => {
  [gateway, direct] = await Promise.all([startHostedGateway(), startRunningGateway()]);
  await untilSynced(gateway, 'ledger');
});

afterAll(() => Promise.all([gateway.stop(), direct.stop()]));

interface Asking {
  readonly on?: RunningGateway;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const ask = (body: object, { on = gateway, token = on.token, headers = {} }: Asking = {}): Promise<Response> =>
  on.send('POST', '/api/v1/workspaces/test/tokens/preview/record', {
    token,
    headers,
    body: { connection: 'ledger', entity: 'customers', ...body },
  });

async function preview(body: object, options: Asking = {}) {
  const { status, json, text } = await ask(body, options);
  expect(status, text).toBe(200);
  return recordPreviewSchema.parse(json).data;
}

const onlyOf = (eq: object) => [{ connector: 'ledger', entity: 'customers', where: { eq } }];

describe('the preview of a record', () => {
  it('shows the search fields of a record of the copy as a token of the policy finds them', async () => {
    const policy = { fields: [{ mask: ['email'], drop: ['name'] }] };
    const { before, after, reason } = await preview({ policy });
    const token = await gateway.tokenWith(policy);
    const filter = { eq: { id: before?.id } };
    expect(reason).toBeNull();
    expect([before]).toEqual(await found(gateway, 'ledger', 'customers', filter));
    const { json } = await gateway.execute(
      'ledger',
      { entity: 'customers', action: 'context_store_search', params: { query: { filter } } },
      { token },
    );
    expect([after]).toEqual(json.data);
    expect(after).not.toEqual(before);
  });

  it('shows a record that the upstream returns where there is no copy', async () => {
    const policy = { fields: [{ mask: ['email'], drop: ['name'] }] };
    const { before, after, reason } = await preview({ policy }, { on: direct });
    const get = { entity: 'customers', action: 'get', params: { id: before?.id } };
    expect(reason).toBeNull();
    expect(before).toEqual((await direct.execute('ledger', get)).json.data);
    expect(after).toEqual((await direct.execute('ledger', get, { token: await direct.tokenWith(policy) })).json.data);
    expect(after).not.toEqual(before);
  });

  it('shows the record with a key', async () => {
    const [, second] = await found(gateway, 'ledger', 'customers', {});
    const key = [second?.id];
    expect(await preview({ key })).toEqual({ before: second, after: second, reason: null });
    expect((await preview({ key }, { on: direct })).before?.id).toBe(second?.id);
    const absent = { before: null, after: null, reason: 'There are no records of customers.' };
    expect(await preview({ key: ['absent'] })).toEqual(absent);
  });

  it('shows the first record that the policy lets exist', async () => {
    const [, , third] = await found(gateway, 'ledger', 'customers', {});
    for (const on of [gateway, direct]) {
      const shown = await preview({ policy: { records: onlyOf({ id: third?.id }) } }, { on });
      expect([shown.before?.id, shown.after?.id]).toEqual([third?.id, third?.id]);
    }
  });

  it.each([
    [{ records: onlyOf({ id: 'absent' }) }, 'matches the conditions'],
    [{ connectors: ['help-centre'] }, 'does not allow the connection ledger'],
    [{ entities: ['invoices'] }, 'allows no action that reads customers'],
    [{ detect: { email: 'redact' }, fields: [{ entity: 'customers', allow: ['id'] }] }, null],
    [{ detect: { email: 'refuse' } }, 'email'],
  ] as const)('says of %j why the token would see nothing', async (policy, reason) => {
    for (const on of [gateway, direct]) {
      const shown = await preview({ policy }, { on });
      expect(shown.before).not.toBeNull();
      expect(shown.after === null).toBe(reason !== null);
      if (reason === null) expect(shown.reason).toBeNull();
      else expect(shown.reason).toContain(reason);
    }
  });

  it('says of records that belong to others why they cannot be listed', async () => {
    const body = { connection: 'help-centre', entity: 'ticket_comments' };
    const shown = await preview(body, { on: direct });
    expect(shown).toMatchObject({ before: null, after: null, reason: expect.stringContaining('without parameters') });
  });

  it('shows a token no more than its own policy', async () => {
    const token = await gateway.tokenWith({
      manage: true,
      fields: [{ drop: ['name'] }],
      records: onlyOf({ id: 'absent' }),
    });
    expect(await preview({}, { token })).toEqual({
      before: null,
      after: null,
      reason: 'There are no records of customers.',
    });
    const masked = await gateway.tokenWith({ manage: true, fields: [{ drop: ['name'] }] });
    const { before, after } = await preview({ policy: { fields: [{ drop: ['email'] }] } }, { token: masked });
    expect(before).not.toHaveProperty('name');
    expect(after).not.toHaveProperty('name');
    expect(after).not.toHaveProperty('email');
    const only = await gateway.tokenWith({ manage: true, entities: ['invoices'] });
    expectProblem(await ask({}, { token: only }), 'unknown_entity');
    const none = await gateway.tokenWith({ manage: true, connectors: [] });
    expectProblem(await ask({}, { token: none }), 'connector_not_found');
  });

  it('is refused to the admin token, and leaves the audit entry of a read', async () => {
    expectProblem(await ask({}, { token: adminToken }), 'forbidden');
    for (const [on, action] of [
      [gateway, 'context_store_search'],
      [direct, 'list'],
    ] as const) {
      const headers = { 'x-request-id': `preview-${action}` };
      await ask({}, { on, headers });
      const { json } = await on.send('GET', '/api/v1/workspaces/test/audit?limit=100');
      const entries = json.data.filter((entry: { request_id: string }) => entry.request_id === `preview-${action}`);
      expect(entries).toMatchObject([{ kind: 'execute', entity: 'customers', action, records: expect.any(Number) }]);
    }
  });
});
