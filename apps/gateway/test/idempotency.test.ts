import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { startRawUpstream } from './raw-upstream.ts';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

afterAll(() => gateway.stop());

const createTicket = (subject: string) => ({
  entity: 'tickets',
  action: 'create',
  params: { ticket: { subject, description: 'Please look.' } },
});
const updateTicket = (id: number, subject: string) => ({
  entity: 'tickets',
  action: 'update',
  params: { ticket_id: id, ticket: { subject } },
});
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const ticketsWith = async (subject: string): Promise<number> => {
  const { json } = await gateway.execute('help-centre', {
    entity: 'tickets',
    action: 'list',
    params: { per_page: 100 },
  });
  return json.data.filter((ticket: { subject: string }) => ticket.subject === subject).length;
};

describe('a write with an Idempotency-Key', () => {
  it('is carried out once, and its response replayed', async () => {
    const first = await gateway.execute('help-centre', createTicket('Once'), keyed('replay-1'));
    expect(first.json.meta).toEqual({});
    const arrived = await gateway.arrivalsDuring(async () => {
      const again = await gateway.execute('help-centre', createTicket('Once'), keyed('replay-1'));
      expect(again.status).toBe(200);
      expect(again.json).toEqual({ data: first.json.data, meta: { idempotent_replay: true } });
    });
    expect(arrived).toEqual([]);
    expect(await ticketsWith('Once')).toBe(1);
  });

  it('is refused when the key belongs to a different request', async () => {
    await gateway.execute('help-centre', createTicket('Mine'), keyed('conflict-1'));
    const other = await gateway.execute('help-centre', createTicket('Other'), keyed('conflict-1'));
    expect(expectProblem(other, 'idempotency_conflict').retryable).toBe(false);
    expect(await ticketsWith('Other')).toBe(0);
  });

  it('belongs to its connection alone', async () => {
    const second = await gateway.connect('help-centre', 'second desk');
    const here = await gateway.execute('help-centre', createTicket('Both'), keyed('shared-1'));
    const there = await gateway.execute(second, createTicket('Both'), keyed('shared-1'));
    expect(there.status).toBe(200);
    expect(there.json.data.id).not.toBe(here.json.data.id);
  });

  it('that is still running is not sent a second time', async () => {
    gateway.sandbox.behaviors.next('help-centre', { kind: 'slow', milliseconds: 700 }, { match: { method: 'POST' } });
    let running: Promise<{ status: number }> | undefined;
    const arrived = await gateway.arrivalsDuring(async () => {
      running = gateway.execute('help-centre', createTicket('Slow'), keyed('running-1'));
      const responses = await Promise.all(
        Array.from({ length: 5 }, () => gateway.execute('help-centre', createTicket('Slow'), keyed('running-1'))),
      );
      const outcomes = await Promise.all([...responses, running]);
      expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const reply of responses.filter(({ status }) => status !== 200)) {
        const problem = expectProblem(reply, 'idempotency_conflict');
        expect(problem.retryable).toBe(true);
        expect(reply.headers['retry-after']).toBe('1');
      }
    });
    expect(arrived).toHaveLength(1);
    expect(await ticketsWith('Slow')).toBe(1);
  });

  it('that was refused for sure may be repeated with the same key', async () => {
    const wrong = await gateway.execute('help-centre', updateTicket(999, 'x'), keyed('freed-1'));
    expectProblem(wrong, 'record_not_found');
    const arrived = await gateway.arrivalsDuring(async () => {
      expectProblem(await gateway.execute('help-centre', updateTicket(999, 'x'), keyed('freed-1')), 'record_not_found');
    });
    expect(arrived).toHaveLength(1);
  });

  it('of unknown outcome is never repeated by itself', async () => {
    const { json } = await gateway.execute('help-centre', {
      entity: 'tickets',
      action: 'list',
      params: { per_page: 1 },
    });
    const update = updateTicket(json.data[0].id, 'Half done');
    gateway.sandbox.behaviors.next('help-centre', { kind: 'failing-after' }, { match: { method: 'PUT' } });
    const arrived = await gateway.arrivalsDuring(async () => {
      const failed = await gateway.execute('help-centre', update, keyed('unknown-1'));
      expect(expectProblem(failed, 'upstream_unavailable').outcome).toBe('unknown');
      const again = await gateway.execute('help-centre', update, keyed('unknown-1'));
      expect(expectProblem(again, 'idempotency_conflict').outcome).toBe('unknown');
    });
    expect(arrived).toHaveLength(1);
  });

  it.each(['', 'x'.repeat(256), 'tab\there'])('needs a key of 1 to 255 printable characters, not %j', async (key) => {
    expectProblem(await gateway.execute('help-centre', createTicket('Never'), keyed(key)), 'malformed_request');
    expect(await ticketsWith('Never')).toBe(0);
  });

  it('is protected at the vendor too, by a key made from it', async () => {
    const upstream = await startRawUpstream();
    const keys: unknown[] = [];
    upstream.response((request, response) => {
      keys.push(request.headers['idempotency-key']);
      if (keys.length < 3) response.writeHead(500).end('{}');
      else response.end('{"id":"cus_1","object":"customer"}');
    });
    const settings = { base_url: upstream.origin };
    const id = await gateway.connect('ledger', 'flaky ledger', { settings, check: false });
    const create = { entity: 'customers', action: 'create', params: { name: 'Ada' } };
    const reply = await gateway.execute(id, create, keyed('vendor-1'));
    expect(reply.json).toEqual({ data: { id: 'cus_1', object: 'customer' }, meta: {} });
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    await upstream.stop();
  });
});

it('reads ignore the key', async () => {
  const list = (limit: number) => ({ entity: 'customers', action: 'list', params: { limit } });
  expect((await gateway.execute('ledger', list(1), keyed('read-1'))).json.data).toHaveLength(1);
  expect((await gateway.execute('ledger', list(2), keyed('read-1'))).json.data).toHaveLength(2);
});

it('a dry run does not use the key up', async () => {
  const dryRun = { ...createTicket('Shown'), dry_run: true };
  expect((await gateway.execute('help-centre', dryRun, keyed('dry-1'))).status).toBe(200);
  const real = await gateway.execute('help-centre', createTicket('Shown'), keyed('dry-1'));
  expect(real.json.meta).toEqual({});
});
