import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { type Response, type RunningGateway, type SendOptions, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

afterAll(() => gateway.stop());

const pathOf = (connection: string) => `/api/v1/integrations/connectors/${gateway.connection(connection)}/batch`;
const batch = (body: object, options: Omit<SendOptions, 'body'> = {}): Promise<Response> =>
  gateway.send('POST', pathOf('help-centre'), { body, ...options });
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
const created = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => createTicket(`${name} ${index}`));
const linesOf = ({ text }: Response) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a batch over HTTP', () => {
  it('has an item for each call, in the order of the calls, and says how many succeeded', async () => {
    const { json, status, headers } = await batch({ calls: created('Ordered', 30) });
    expect(status).toBe(207);
    expect(headers['content-type']).toBe('application/json');
    expect(json.meta).toEqual({ complete: true, succeeded: 30, failed: 0, unknown: 0, not_run: 0 });
    const subjects = json.data.map((item: { result: { data: { subject: string } } }) => item.result.data.subject);
    expect(subjects).toEqual(created('Ordered', 30).map(({ params }) => params.ticket.subject));
  });

  it('is not complete if a call failed, whose item has the problem', async () => {
    const { json } = await batch({ calls: [createTicket('Fine'), updateTicket(999_999, 'x')] });
    expect(json).toMatchObject({
      data: [
        { index: 0, status: 'succeeded', result: { data: { subject: 'Fine' }, meta: {} } },
        { index: 1, status: 'failed', error: { code: 'record_not_found', status: 404 } },
      ],
      meta: { complete: false, succeeded: 1, failed: 1, unknown: 0, not_run: 0 },
    });
  });

  it('is refused before anything is sent if a call is invalid', async () => {
    const arrived = await gateway.arrivalsDuring(async () => {
      const problem = expectProblem(
        await batch({ calls: [createTicket('Fine'), { entity: 'tickets', action: 'create', params: {} }] }),
        'invalid_params',
      );
      expect(problem.errors).toMatchObject([{ field: '/calls/1/params/ticket', error_code: 'required' }]);
    });
    expect(arrived).toEqual([]);
  });

  it.each([
    [{}, '/calls'],
    [{ calls: [] }, '/calls'],
    [{ calls: created('x', 1_001) }, '/calls'],
    [{ calls: [{ entity: 'tickets' }] }, '/calls/0/action'],
    [{ calls: [{ ...createTicket('x'), dry_run: true }] }, '/calls/0/dry_run'],
    [{ calls: created('x', 1), order: 'random' }, '/order'],
    [{ calls: created('x', 1), orders: 1 }, '/orders'],
  ])('names what is wrong with its body: %#', async (body, field) => {
    const problem = expectProblem(await batch(body), 'invalid_params');
    expect(problem.errors[0]?.field).toBe(field);
  });

  it('streams each item on a line as its call ends, and how it ended on the last one', async () => {
    const response = await batch(
      { calls: [...created('Streamed', 20), updateTicket(999_999, 'x')] },
      { headers: { accept: 'application/x-ndjson' } },
    );
    expect(response.headers['content-type']).toBe('application/x-ndjson');
    const lines = linesOf(response);
    expect(lines).toHaveLength(22);
    const indexes = lines.slice(0, -1).map(({ index }) => index);
    expect(indexes.toSorted((one, other) => one - other)).toEqual([...indexes.keys()]);
    expect(lines.at(-1)).toEqual({ meta: { complete: false, succeeded: 20, failed: 1, unknown: 0, not_run: 0 } });
  });

  it('shows the request of every call in a dry run', async () => {
    const arrived = await gateway.arrivalsDuring(async () => {
      const { json } = await batch({ calls: created('Preview', 3), dry_run: true });
      expect(json.meta.succeeded).toBe(3);
      expect(json.data[2].result.data.requests).toMatchObject([
        { method: 'POST', body: { ticket: { subject: 'Preview 2' } } },
      ]);
    });
    expect(arrived).toEqual([]);
  });

  it('has an audit entry for each call, and none for itself', async () => {
    const requestId = 'audited-batch';
    await batch({ calls: created('Audited', 3) }, { headers: { 'x-request-id': requestId } });
    const { json } = await gateway.send('GET', '/api/v1/workspaces/test/audit?limit=20');
    const entries = json.data.filter(({ request_id }: { request_id: string }) => request_id === requestId);
    expect(entries).toHaveLength(3);
    expect(entries.every(({ action }: { action: string }) => action === 'create')).toBe(true);
  });

  it('counts each of its calls towards the requests of a token, and ends when its day is used up', async () => {
    const token = await gateway.tokenWith({ calls_per_day: 5 });
    const { json } = await batch({ calls: created('Counted', 9), order: 'sequential' }, { token });
    expect(json.meta).toMatchObject({ succeeded: 5, not_run: 4, reason: 'error', error: { code: 'quota_exceeded' } });
    expect(json.data[5]).toEqual({ index: 5, status: 'not_run' });
  });

  it('is continued with its key after its caller has gone, and writes nothing twice', async () => {
    const calls = created('Continued', 40);
    gateway.sandbox.behaviors.next(
      'help-centre',
      { kind: 'slow', milliseconds: 50 },
      { times: 40, match: { method: 'POST' } },
    );
    const arrived = await gateway.arrivalsDuring(async () => {
      const gone = new AbortController();
      const { body } = await request(gateway.url + pathOf('help-centre'), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${gateway.token}`,
          'content-type': 'application/json',
          accept: 'application/x-ndjson',
          'idempotency-key': 'continued',
        },
        body: JSON.stringify({ calls }),
        signal: gone.signal,
      });
      await expect(async () => {
        for await (const _ of body) gone.abort();
      }).rejects.toThrow(/abort/i);
      for (;;) {
        const again = await batch({ calls }, keyed('continued'));
        if (again.status === 409) {
          expect(expectProblem(again, 'idempotency_conflict').retryable).toBe(true);
          continue;
        }
        expect(again.json.meta).toMatchObject({ complete: true, succeeded: 40 });
        const replayed = again.json.data.filter(
          (item: { result: { meta: object } }) => 'idempotent_replay' in item.result.meta,
        );
        expect(replayed.length).toBeGreaterThan(0);
        expect(replayed.length).toBeLessThan(40);
        break;
      }
    });
    expect(arrived).toHaveLength(40);
  });

  it('leaves running calls to other callers of its token', async () => {
    gateway.sandbox.behaviors.next(
      'help-centre',
      { kind: 'slow', milliseconds: 300 },
      { times: 80, match: { method: 'POST' } },
    );
    const batches = Array.from({ length: 10 }, (_, index) => batch({ calls: created(`Crowd ${index}`, 8) }));
    // Batches stop at half of the 50 calls of a token, but each that is sent later is one more.
    const others = await Promise.all(
      Array.from({ length: 15 }, () =>
        gateway.execute('help-centre', { entity: 'tickets', action: 'list', params: {} }),
      ),
    );
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 200));
    for (const { json } of await Promise.all(batches)) expect(json.meta.complete).toBe(true);
  });
});
