import { afterEach, describe, expect, it } from 'vitest';
import { type StubGateway, type StubRequest, startStubGateway } from '../test/stub-gateway.ts';
import { syncStates } from '../test/sync-states.ts';
import { runInTest } from '../test/test-terminal.ts';

const id = '5b0c3ff1-7f0e-4b57-8a83-5b8a1c3f7f10';
const syncsPath = `/api/v1/workspaces/demo/connections/${id}/syncs`;
let gateway: StubGateway | undefined;

afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
});

const run = (commandArguments: readonly string[], isInteractive = false, url = gateway?.url) =>
  runInTest(commandArguments, {
    isInteractive,
    environment: { CONNECTORY_URL: url, CONNECTORY_TOKEN: 'token-of-the-test', CONNECTORY_WORKSPACE: 'demo' },
  });

/** Responds with one connection named stripe, whose synchronization ends with the third look at it. */
function stripe(): (request: StubRequest) => { status: number; body: unknown } {
  let looks = 0;
  return ({ method, path }) => {
    if (path.startsWith('/api/v1/integrations/connectors')) {
      const isFirst = !path.includes('cursor=');
      const data = isFirst ? [{ id: 'other', name: 'other' }] : [{ id, name: 'stripe' }];
      return { status: 200, body: { data, meta: { next_cursor: isFirst ? 'next' : null } } };
    }
    if (path !== syncsPath) return { status: 500, body: 'unexpected' };
    if (method === 'POST') return { status: 202, body: { data: syncStates, meta: {} } };
    looks += 1;
    const now = syncStates.map((state) =>
      looks < 3 ? { ...state, phase: 'running' } : { ...state, finished_at: '2026-03-01T00:00:00.000Z' },
    );
    return { status: 200, body: { data: now, meta: {} } };
  };
}

describe('sync status', () => {
  it('finds the connection by its name on any page and prints JSON where nobody reads', async () => {
    gateway = await startStubGateway(stripe());
    const { code, out, error } = await run(['sync', 'status', 'stripe']);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(JSON.parse(out)).toMatchObject([{ entity: 'customers' }, { entity: 'charges' }]);
    expect(gateway.requests.map(({ authorization }) => authorization)).toEqual(
      Array.from({ length: 3 }, () => 'Bearer token-of-the-test'),
    );
  });

  it('prints a table for people, unless they ask for JSON', async () => {
    gateway = await startStubGateway(stripe());
    expect((await run(['sync', 'status', 'stripe'], true)).out).toMatch(/^entity +phase/);
    expect(JSON.parse((await run(['sync', 'status', 'stripe', '--json'], true)).out)).toHaveLength(2);
  });
});

describe('sync start', () => {
  it('asks for passes and follows them to their end', async () => {
    gateway = await startStubGateway(stripe());
    const { code, out, shown } = await run(['sync', 'start', 'stripe', '--entity', 'customers', '--full'], true);
    expect(code).toBe(0);
    expect(gateway.requests.find(({ method }) => method === 'POST')?.body).toEqual({
      entities: ['customers'],
      full: true,
    });
    expect(shown).toHaveLength(3);
    expect(shown.at(-1)).toContain('1 of 1 entities');
    expect(out).toMatch(/^1 of 1 entity synchronized: \d+ records read, \d+ added, \d+ changed, \d+ removed\.\n$/);
  });

  it('prints the end as JSON where nobody reads', async () => {
    gateway = await startStubGateway(stripe());
    const { out, shown } = await run(['sync', 'start', 'stripe']);
    expect(shown).toEqual([]);
    expect(JSON.parse(out)).toMatchObject([{ finished_at: '2026-03-01T00:00:00.000Z' }, {}]);
  });

  it('does not wait when it is told so', async () => {
    gateway = await startStubGateway(stripe());
    await run(['sync', 'start', 'stripe', '--no-wait']);
    expect(gateway.requests.filter(({ path, method }) => path === syncsPath && method === 'GET')).toEqual([]);
  });

  it('ends with 1 when something could not be read, and says what', async () => {
    const failure = { partition: null, code: 'upstream_rejected', message: 'No such account.' };
    const failed = syncStates.map((state) => ({ ...state, phase: 'failed', errors: [failure], finished_at: null }));
    gateway = await startStubGateway((request) =>
      request.path === syncsPath && request.method === 'GET'
        ? { status: 200, body: { data: failed, meta: {} } }
        : stripe()(request),
    );
    const { code, out } = await run(['sync', 'start', 'stripe'], true);
    expect(code).toBe(1);
    expect(out).toContain('charges: upstream_rejected: No such account.');
  });
});

describe('failures', () => {
  it.each([
    [401, 2],
    [403, 2],
    [404, 3],
    [422, 4],
    [409, 1],
    [500, 1],
  ])('of status %i are printed as the gateway said them and end with %i', async (status, code) => {
    const problem = { status, code: 'some_code', message: 'What to do.', request_id: 'r1' };
    gateway = await startStubGateway(() => ({ status, body: problem }));
    const ended = await run(['sync', 'status', 'stripe']);
    expect(ended.code).toBe(code);
    expect(JSON.parse(ended.error)).toEqual(problem);
    expect(ended.out).toBe('');
  });

  it('names the connections there are for a name there is not', async () => {
    gateway = await startStubGateway(stripe());
    const { code, error } = await run(['sync', 'status', 'strype']);
    expect(code).toBe(3);
    expect(error).toContain('has other, stripe. Did you mean \\"stripe\\"?');
  });

  it('says where it looked for a gateway', async () => {
    const stopped = await startStubGateway(stripe());
    await stopped.close();
    const { code, error } = await run(['sync', 'status', 'stripe'], false, stopped.url);
    expect(code).toBe(1);
    expect(JSON.parse(error)).toMatchObject({ code: 'gateway_unreachable' });
    expect(error).toContain(stopped.url);
  });

  it('takes a page of something else for no gateway', async () => {
    gateway = await startStubGateway(() => ({ status: 200, body: '<html>' }));
    expect(await run(['sync', 'status', 'stripe'])).toMatchObject({ code: 1 });
  });

  it('ends with 4 and shows the help for an unknown option', async () => {
    const { code, error } = await run(['sync', 'status', 'stripe', '--jsn'], false, 'http://127.0.0.1:1');
    expect(code).toBe(4);
    expect(error).toContain('--json');
  });

  it('does not ask without a token', async () => {
    const { code, error } = await runInTest(['sync', 'status', 'stripe']);
    expect(code).toBe(2);
    expect(error).toContain('CONNECTORY_TOKEN');
  });
});

it('teaches by --help', async () => {
  const { code, out } = await run(['sync', 'start', '--help'], false, 'http://127.0.0.1:1');
  expect(code).toBe(0);
  for (const part of ['<connection>', '--workspace', '--entity', '--full', '--no-wait']) expect(out).toContain(part);
});
