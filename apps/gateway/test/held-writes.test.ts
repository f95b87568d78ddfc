import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { adminToken, executePath, type Response, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let asker = '';
let approver = '';
const held = '/api/v1/workspaces/test/held';
const policy = { hold: { effects: ['write', 'delete', 'outward'] } };

beforeAll(async () => {
  gateway = await startRunningGateway();
  approver = await gateway.tokenWith({ approve: true });
});

afterAll(() => gateway.stop());

beforeEach(async () => {
  asker = await gateway.tokenWith(policy);
});

let created = 0;
const newTicket = () => ({
  entity: 'tickets',
  action: 'create',
  params: { ticket: { subject: `Ticket ${++created}`, description: 'Please look.' } },
  intent: 'A customer asked for it.',
});
const ask = (body: object = newTicket(), headers = {}, token = asker) =>
  gateway.execute('help-centre', body, { token, headers });
const get = (id: string, token = approver) => gateway.send('GET', `${held}/${id}`, { token });
const post = (id: string, verb: string, body: object, token: string) =>
  gateway.send('POST', `${held}/${id}/${verb}`, { token, body });
const approve = async (id: string, token = approver) =>
  post(id, 'approve', { preview_hash: (await get(id, adminToken)).json.preview_hash }, token);
const idOf = ({ json }: Response): string => json.data.held.id;

describe('a write that waits for approval', () => {
  it('is not sent, and says so with what it would send', async () => {
    let response: Response | undefined;
    const call = newTicket();
    const arrived = await gateway.arrivalsDuring(async () => {
      response = await ask(call);
    });
    expect(arrived).toEqual([]);
    expect(response?.status, response?.text).toBe(202);
    const { id, ...rest } = (response as unknown as Response).json.data.held;
    expect(rest).toMatchObject({ state: 'held', preview: { requests: [{ method: 'POST' }] } });
    expect(rest.url).toBe(`${gateway.url}/console/test/approvals/${id}`);
    const shown = (await get(id)).json;
    expect(shown).toMatchObject({ state: 'held', params: call.params, intent: call.intent, may_decide: true });
    expect((await get(id, asker)).json).toMatchObject({ may_decide: false });
    const audit = await gateway.send('GET', '/api/v1/workspaces/test/audit?limit=1&kind=execute');
    expect(audit.json.data[0]).toMatchObject({ outcome: 202, action: 'create', subject_id: id });
  });

  it('is sent once when it is approved, and its outcome is kept', async () => {
    const id = idOf(await ask());
    let response: Response | undefined;
    const arrived = await gateway.arrivalsDuring(async () => {
      response = await approve(id);
    });
    expect(arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(response?.status, response?.text).toBe(200);
    const { data } = (response as unknown as Response).json.outcome.result;
    expect(response?.json).toMatchObject({ state: 'executed', outcome: { status: 200 }, may_decide: false });
    expect(data.subject).toBe(`Ticket ${created}`);
    expect((await get(id, asker)).json.outcome.result.data).toEqual(data);
    const audit = await gateway.send('GET', '/api/v1/workspaces/test/audit?limit=4');
    const { preview_hash: hash } = (await get(id)).json;
    expect(audit.json.data).toContainEqual(
      expect.objectContaining({
        action: 'approve',
        subject_id: id,
        record: { entity: 'held', key: { preview_hash: hash } },
        outcome: 200,
      }),
    );
    expect(audit.json.data).toContainEqual(
      expect.objectContaining({ action: 'create', subject_id: id, request_id: `held-${id}`, outcome: 200 }),
    );
    expectProblem(await approve(id), 'conflict');
  });

  it('is never sent when it is refused or withdrawn', async () => {
    const refused = idOf(await ask());
    const withdrawn = idOf(await ask());
    const arrived = await gateway.arrivalsDuring(async () => {
      const response = await post(refused, 'refuse', { reason: 'Not today.' }, approver);
      expect(response.json).toMatchObject({ state: 'refused', reason: 'Not today.' });
      expect((await post(withdrawn, 'refuse', {}, asker)).json).toMatchObject({ state: 'refused' });
      for (const id of [refused, withdrawn]) expectProblem(await approve(id), 'conflict');
    });
    expect(arrived).toEqual([]);
  });

  it('is found again with its key, and so is its outcome', async () => {
    const call = newTicket();
    const headers = { 'idempotency-key': 'once' };
    const id = idOf(await ask(call, headers));
    expect(idOf(await ask(call, headers))).toBe(id);
    expectProblem(await ask(newTicket(), headers), 'idempotency_conflict');
    await approve(id);
    const repeated = await ask(call, headers);
    expect(repeated.status).toBe(200);
    expect(repeated.json).toMatchObject({ data: { subject: call.params.ticket.subject }, meta: { held: id } });
    const refused = newTicket();
    const other = idOf(await ask(refused));
    await post(other, 'refuse', { reason: 'No.' }, approver);
    const error = await ask(refused, { 'idempotency-key': `held-${other}` });
    expectProblem(error, 'approval_required');
    expect(error.json.message).toContain('No.');
  });

  it('reports the error of the vendor as its outcome', async () => {
    const id = idOf(await ask());
    gateway.sandbox.behaviors.next('help-centre', { kind: 'missing-permission' }, { match: { method: 'POST' } });
    const { json } = await approve(id);
    expect(json).toMatchObject({ state: 'failed', outcome: { status: 424 } });
    const update = { entity: 'tickets', action: 'update', params: { ticket_id: 1001, ticket: { subject: 'x' } } };
    const lost = idOf(await ask(update));
    gateway.sandbox.behaviors.next('help-centre', { kind: 'failing-after' }, { match: { method: 'PUT' } });
    expect((await approve(lost)).json).toMatchObject({ state: 'unknown', outcome: { error: { outcome: 'unknown' } } });
  });

  it('is listed for those who may approve it, and otherwise for its asker', async () => {
    const id = idOf(await ask());
    const listed = async (token: string, query = '?state=held') =>
      (await gateway.send('GET', `${held}${query}`, { token })).json.data.map((one: { id: string }) => one.id);
    expect(await listed(approver)).toContain(id);
    expect(await listed(adminToken)).toContain(id);
    expect(await listed(asker)).toEqual([id]);
    const stranger = await gateway.tokenWith({ manage: true });
    expect(await listed(stranger, '')).toEqual([]);
    expectProblem(await get(id, stranger), 'not_found');
    const elsewhere = await gateway.tokenWith({ approve: true, connectors: ['ledger'] });
    expect(await listed(elsewhere)).toEqual([]);
    expectProblem(await approve(id, elsewhere), 'not_found');
    expect(await listed(approver, '?state=executed')).not.toContain(id);
  });
});

describe('what waits', () => {
  it('are writes of the effects, entities and params that the policy names, never reads and dry runs', async () => {
    const list = { entity: 'tickets', action: 'list' };
    const all = await gateway.tokenWith({ hold: { effects: ['read', 'write', 'delete', 'outward'] } });
    expect((await ask(list, {}, all)).status).toBe(200);
    expect((await ask({ ...newTicket(), dry_run: true })).status).toBe(200);
    const deletions = await gateway.tokenWith({ hold: { effects: ['delete'] } });
    expect((await ask(newTicket(), {}, deletions)).status).toBe(200);
    const others = await gateway.tokenWith({ hold: { effects: ['write', 'outward'], entities: ['customers'] } });
    expect((await ask(newTicket(), {}, others)).status).toBe(200);
    const when = { eq: { 'ticket.subject': 'Dangerous' } };
    const some = await gateway.tokenWith({ hold: { ...policy.hold, when } });
    expect((await ask(newTicket(), {}, some)).status).toBe(200);
    const dangerous = { ...newTicket(), params: { ticket: { subject: 'Dangerous', description: 'x' } } };
    expect((await ask(dangerous, {}, some)).status).toBe(202);
  });

  it('is said of a policy that cannot be read', async () => {
    const body = { name: 'wrong', policy: { hold: { effects: ['write'], when: { bigger: { amount: 1 } } } } };
    const response = await gateway.send('POST', '/api/v1/workspaces/test/tokens', { body, token: adminToken });
    expectProblem(response, 'invalid_params');
    expect(response.json.errors[0].field).toBe('/policy/hold/when/bigger');
  });

  it('are calls of a batch, each by itself', async () => {
    const calls = [newTicket(), newTicket(), { entity: 'tickets', action: 'list' }];
    const path = `/api/v1/integrations/connectors/${gateway.connection('help-centre')}/batch`;
    const { status, json } = await gateway.send('POST', path, { body: { calls }, token: asker });
    expect(status).toBe(207);
    expect(json.meta).toMatchObject({ complete: false, succeeded: 1, held: 2, failed: 0 });
    expect(json.data.map((item: { status: string }) => item.status)).toEqual(['held', 'held', 'succeeded']);
    expect((await approve(json.data[0].result.data.held.id)).json.state).toBe('executed');
  });

  it('is an error for existing clients of the hosted service, which take every success for a record', async () => {
    const body = newTicket();
    const path = executePath(gateway.connection('help-centre'));
    const headers = { 'x-adp-agent-sdk': 'any' };
    const response = await gateway.send('POST', path, { body, token: asker, headers });
    expect(response.status).toBe(403);
    expect(response.text).toContain('waits for approval');
  });
});
