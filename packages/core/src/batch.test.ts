import type { Policy } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { describe, expect, it, vi } from 'vitest';
import { gatewayErrorOf } from '../test/gateway-errors.ts';
import { openGateway, type TestGateway } from '../test/test-gateway.ts';
import type { VendorRequest, VendorResponse } from '../test/test-vendor.ts';
import { type BatchEnd, type BatchItem, type BatchRequest, beginBatch } from './batch.ts';

type Calls = BatchRequest['body']['calls'];

const note = (text: string) => ({ entity: 'notes', action: 'create', params: { text } });
const notes = (count: number): Calls => Array.from({ length: count }, (_, index) => note(`note ${index}`));
const person = (name: string) => ({ entity: 'people', action: 'create', params: { name } });
const textOf = ({ body }: VendorRequest) => (JSON.parse(body) as { readonly text: string }).text;
const echo = (request: VendorRequest): VendorResponse => ({ body: { id: textOf(request) } });

interface Run {
  readonly items: readonly BatchItem[];
  readonly end: BatchEnd;
}

async function begin(
  { executor, controlPlane, connection, principal }: TestGateway,
  body: BatchRequest['body'],
  request: Partial<BatchRequest> = {},
  policy: Policy = {},
) {
  const caller = request.principal ?? (await principal(policy));
  return beginBatch(
    { executor, controlPlane },
    {
      principal: caller,
      connectionId: connection.id,
      body,
      requestId: 'batch',
      parallelism: 8,
      admit: async () => caller,
      requireOpen: () => undefined,
      ...request,
    },
  );
}

async function run(
  gateway: TestGateway,
  ...request: Parameters<typeof begin> extends [unknown, ...infer R] ? R : never
) {
  const batch = await begin(gateway, ...request);
  const items: BatchItem[] = [];
  const end = await batch.run(async (item) => {
    items.push(item);
  });
  return { items: items.toSorted((one, other) => one.index - other.index), end } satisfies Run;
}

const idOf = (item: BatchItem | undefined) =>
  item?.status === 'succeeded' && item.result.kind === 'record'
    ? JSON.parse(item.result.json.toString()).id
    : undefined;
const statuses = ({ items }: Run) => items.map(({ status }) => status);

describe('a batch', () => {
  it('runs a thousand writes at most eight at a time, each with its own result and audit entry', async () => {
    const gateway = await openGateway();
    let running = 0;
    let most = 0;
    gateway.vendor.response((request) => {
      most = Math.max(most, ++running);
      const wait = new Promise((resolve) => setTimeout(resolve, 1)).then(() => running--);
      return { ...echo(request), wait };
    });
    const done = await run(gateway, { calls: notes(1_000) });
    expect(done.end).toEqual({ succeeded: 1_000, failed: 0, unknown: 0, not_run: 0 });
    expect(done.items.map(idOf)).toEqual(notes(1_000).map((_, index) => `note ${index}`));
    expect(new Set(gateway.vendor.received.map(textOf)).size).toBe(1_000);
    expect(gateway.vendor.received).toHaveLength(1_000);
    expect(most).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThan(1);
    expect(gateway.observations).toHaveLength(1_000);
  });

  it('that is sequential sends its calls one after the other, in their order', async () => {
    const gateway = await openGateway();
    gateway.vendor.response(echo);
    await run(gateway, { calls: notes(50), order: 'sequential' });
    expect(gateway.vendor.received.map(textOf)).toEqual(notes(50).map((_, index) => `note ${index}`));
  });

  it('continues after a call that failed, and counts it', async () => {
    const gateway = await openGateway();
    gateway.vendor.response((request) => (textOf(request) === 'note 2' ? { status: 422, body: {} } : echo(request)));
    const done = await run(gateway, { calls: notes(5) });
    expect(statuses(done)).toEqual(['succeeded', 'succeeded', 'failed', 'succeeded', 'succeeded']);
    expect(done.end).toEqual({ succeeded: 4, failed: 1, unknown: 0, not_run: 0 });
  });

  it('that stops on an error begins no further call', async () => {
    const gateway = await openGateway();
    gateway.vendor.response((request) => (textOf(request) === 'note 2' ? { status: 422, body: {} } : echo(request)));
    const done = await run(gateway, { calls: notes(5), order: 'sequential', on_error: 'stop' });
    expect(statuses(done)).toEqual(['succeeded', 'succeeded', 'failed', 'not_run', 'not_run']);
    expect(done.end).toEqual({ succeeded: 2, failed: 1, unknown: 0, not_run: 2, reason: 'failed_call' });
    expect(gateway.vendor.received).toHaveLength(3);
  });

  it('sends nothing if one of its calls is invalid, and names every invalid one', async () => {
    const gateway = await openGateway();
    const calls = [
      note('fine'),
      { entity: 'notes', action: 'create', params: { txt: 'x' } },
      { entity: 'note', action: 'create' },
      { entity: 'notes', action: 'download', params: { id: 'x' } },
    ];
    const error = await gatewayErrorOf(begin(gateway, { calls }));
    expect(error).toMatchObject({
      code: 'invalid_params',
      status: 422,
      message: expect.stringContaining('3 of 4 calls'),
    });
    expect(error.errors).toMatchObject([
      { field: '/calls/1/params/text', error_code: 'required' },
      { field: '/calls/1/params/txt', error_code: 'unknown_name' },
      { field: '/calls/2/entity', error_code: 'unknown_name', did_you_mean: 'notes' },
      { field: '/calls/3', error_code: 'action_not_available' },
    ]);
    expect(gateway.vendor.received).toEqual([]);
  });

  it('is refused as a whole, with an audit entry, if the policy forbids one of its calls', async () => {
    const gateway = await openGateway();
    const policy: Policy = { actions: ['create'] };
    const calls = [note('fine'), { entity: 'notes', action: 'delete', params: { id: 'x' } }];
    const error = await gatewayErrorOf(begin(gateway, { calls }, {}, policy));
    expect(error.errors).toMatchObject([{ field: '/calls/1', error_code: 'forbidden' }]);
    expect(gateway.vendor.received).toEqual([]);
    expect(await gateway.audit()).toMatchObject([{ action: 'delete', errorCode: 'forbidden' }]);
  });

  it('shows the requests of all calls in a dry run, and sends none', async () => {
    const gateway = await openGateway();
    const { items, end } = await run(gateway, { calls: notes(3), dry_run: true }, { idempotencyKey: 'key' });
    expect(end.succeeded).toBe(3);
    expect(items).toMatchObject(
      notes(3).map(({ params }) => ({ result: { kind: 'preview', requests: [{ method: 'POST', body: params }] } })),
    );
    expect(gateway.vendor.received).toEqual([]);
  });

  it('begins nothing more when its caller has gone', async () => {
    const gateway = await openGateway();
    const gone = new AbortController();
    gateway.vendor.response((request) => {
      if (textOf(request) === 'note 1') gone.abort();
      return echo(request);
    });
    const { end } = await run(gateway, { calls: notes(9), order: 'sequential' }, { signal: gone.signal });
    expect(end).toMatchObject({ succeeded: 2, not_run: 7, reason: 'error', error: { code: 'request_timeout' } });
    expect(gateway.vendor.received).toHaveLength(2);
  });

  it('ends when its token does', async () => {
    const gateway = await openGateway();
    gateway.vendor.response(echo);
    const principal = await gateway.principal();
    const admit = async () => {
      await gateway.controlPlane.tokens.revoke(principal.workspaceId, principal.tokenId);
      throw await gatewayErrorOf(gateway.execute({ entity: 'none', action: 'list' }));
    };
    const { end } = await run(gateway, { calls: notes(9), order: 'sequential' }, { principal, admit });
    expect(end).toMatchObject({ succeeded: 1, not_run: 8, reason: 'error' });
  });

  it('waits for the requests per minute of its token, however many of its calls wait at the same time', async () => {
    const gateway = await openGateway();
    gateway.vendor.response(echo);
    const principal = await gateway.principal();
    let nextAt = performance.now();
    const admit = async () => {
      if (performance.now() < nextAt) {
        throw new GatewayError('rate_limited', 'Too many requests.', { retryAfterSeconds: 0.02 });
      }
      nextAt = performance.now() + 15;
      return principal;
    };
    const { end } = await run(gateway, { calls: notes(40) }, { principal, admit });
    expect(end).toEqual({ succeeded: 40, failed: 0, unknown: 0, not_run: 0 });
  });

  it('sends a call again that the vendor refused only for now', async () => {
    const gateway = await openGateway();
    let refusals = 0;
    gateway.vendor.response((request) =>
      textOf(request) === 'note 1' && refusals++ < 1
        ? { status: 429, headers: { 'retry-after': '1' }, body: {} }
        : echo(request),
    );
    const { end } = await run(gateway, { calls: notes(3), order: 'sequential' });
    expect(end).toEqual({ succeeded: 3, failed: 0, unknown: 0, not_run: 0 });
    expect(gateway.vendor.received.map(textOf)).toEqual(['note 0', 'note 1', 'note 1', 'note 2']);
  });

  it('ends at a limit of the vendor that lasts longer than a batch may take', async () => {
    const gateway = await openGateway();
    gateway.vendor.response((request) =>
      textOf(request) === 'note 2' ? { status: 429, headers: { 'retry-after': '3600' }, body: {} } : echo(request),
    );
    const done = await run(gateway, { calls: notes(5), order: 'sequential' });
    expect(statuses(done)).toEqual(['succeeded', 'succeeded', 'failed', 'not_run', 'not_run']);
    expect(done.end).toMatchObject({
      reason: 'error',
      error: { code: 'upstream_rate_limited', retryAfterSeconds: 3600 },
    });
  });
});

describe('a batch with an Idempotency-Key', () => {
  const withKey = { idempotencyKey: 'key-1' };

  it('is replayed call by call', async () => {
    const gateway = await openGateway();
    gateway.vendor.response(echo);
    const first = await run(gateway, { calls: notes(20) }, withKey);
    const again = await run(gateway, { calls: notes(20) }, withKey);
    expect(again.items.map(idOf)).toEqual(first.items.map(idOf));
    expect(again.items[0]).toMatchObject({ result: { meta: { idempotent_replay: true } } });
    expect(gateway.vendor.received).toHaveLength(20);
  });

  it('conflicts with other calls under the same key', async () => {
    const gateway = await openGateway();
    gateway.vendor.response(echo);
    await run(gateway, { calls: notes(2) }, withKey);
    const error = await gatewayErrorOf(begin(gateway, { calls: [...notes(2), note('another')] }, withKey));
    expect(error).toMatchObject({ code: 'idempotency_conflict', retryable: false });
    expect((await gatewayErrorOf(gateway.execute(note('note 0'), withKey))).code).toBe('idempotency_conflict');
    expect(gateway.vendor.received).toHaveLength(2);
  });

  it('conflicts with itself while it runs', async () => {
    const gate = Promise.withResolvers<void>();
    const gateway = await openGateway({ body: { id: 'n' }, wait: gate.promise });
    const running = run(gateway, { calls: notes(2) }, withKey);
    await vi.waitFor(() => expect(gateway.vendor.received).toHaveLength(2));
    expect(await gatewayErrorOf(begin(gateway, { calls: notes(2) }, withKey))).toMatchObject({
      code: 'idempotency_conflict',
      retryable: true,
      retryAfterSeconds: 1,
    });
    gate.resolve();
    expect((await running).end.succeeded).toBe(2);
  });

  it('sends again what certainly changed nothing, and never what may have', async () => {
    const gateway = await openGateway();
    gateway.vendor.response((request) => {
      if (textOf(request) === 'note 1') return { status: 422, body: {} };
      return textOf(request) === 'note 2' ? { reset: true } : echo(request);
    });
    const first = await run(gateway, { calls: notes(4) }, withKey);
    expect(statuses(first)).toEqual(['succeeded', 'failed', 'unknown', 'succeeded']);
    gateway.vendor.response(echo);
    const again = await run(gateway, { calls: notes(4) }, withKey);
    expect(statuses(again)).toEqual(['succeeded', 'succeeded', 'unknown', 'succeeded']);
    expect(gateway.vendor.received.filter((request) => textOf(request) === 'note 2')).toHaveLength(1);
    expect(gateway.vendor.received).toHaveLength(5);
  });

  it('repeats a write of unknown outcome where the vendor knows its key', async () => {
    const gateway = await openGateway({ status: 500, body: {} });
    const calls = [person('Ada'), person('Ada')];
    expect(statuses(await run(gateway, { calls }, withKey))).toEqual(['unknown', 'unknown']);
    gateway.vendor.response(() => ({ body: { id: 'p' } }));
    expect(statuses(await run(gateway, { calls }, withKey))).toEqual(['succeeded', 'succeeded']);
    // Equal calls are different writes.
    expect(new Set(gateway.vendor.received.map(({ headers }) => headers['x-once'])).size).toBe(2);
  });

  it('says of a write whose result was too large to store that it may have been carried out', async () => {
    const gateway = await openGateway({ body: { id: 'n', text: 'x'.repeat(1_100_000) } });
    await run(gateway, { calls: notes(1) }, withKey);
    expect(statuses(await run(gateway, { calls: notes(1) }, withKey))).toEqual(['unknown']);
    expect(gateway.vendor.received).toHaveLength(1);
  });

  it('writes nothing twice in thousands of writes with lost responses and interruptions', async () => {
    const gateway = await openGateway();
    const effects = new Map<string, number>();
    let sent = 0;
    gateway.vendor.response((request) => {
      const turn = ++sent;
      if (turn % 11 === 0) return { status: 422, body: {} };
      effects.set(textOf(request), (effects.get(textOf(request)) ?? 0) + 1);
      if (turn % 7 === 0) return { reset: true };
      return turn % 5 === 0 ? { status: 500, body: {} } : echo(request);
    });
    for (let batch = 0; batch < 4; batch++) {
      const calls = Array.from({ length: 300 }, (_, index) => note(`${batch} ${index}`));
      const key = { idempotencyKey: `key-${batch}` };
      for (let attempt = 0; ; attempt++) {
        const gone = new AbortController();
        const until = attempt < 3 ? sent + 90 : Number.POSITIVE_INFINITY;
        const timer = setInterval(() => sent >= until && gone.abort(), 1);
        const done = await run(gateway, { calls }, { ...key, signal: gone.signal });
        clearInterval(timer);
        if (done.end.failed + done.end.not_run > 0) continue;
        expect(done.end.succeeded + done.end.unknown).toBe(300);
        for (const item of done.items) {
          if (item.status === 'succeeded') expect(idOf(item)).toBe(`${batch} ${item.index}`);
        }
        break;
      }
    }
    expect(effects.size).toBe(1_200);
    expect(Math.max(...effects.values())).toBe(1);
  });
});
