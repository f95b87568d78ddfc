import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts';
import { adminToken, executePath, type Response, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let upstream: RawUpstream;
beforeAll(async () => {
  gateway = await startRunningGateway();
  upstream = await startRawUpstream();
});
afterEach(async () => {
  await limitWorkspace({});
});
afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const customers = { entity: 'customers', action: 'list', params: { limit: 1 } };
const limitWorkspace = (limits: object, token: string | null = adminToken) =>
  gateway.send('PATCH', '/api/v1/workspaces/test', { body: { limits }, token });

describe('the calls of a minute', () => {
  it('are those of all requests with a token, and told with every response', async () => {
    const token = await gateway.tokenWith({ calls_per_minute: 4 });
    const responses = [
      await gateway.execute('ledger', customers, { token }),
      await gateway.send('GET', '/api/v1/integrations/connectors', { token }),
      await gateway.execute('ledger', { entity: 'nothing', action: 'list' }, { token }),
      await gateway.execute('ledger', customers, { token, headers: { accept: 'application/x-ndjson' } }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 400, 200]);
    expect(responses.map(({ headers }) => headers['ratelimit-policy'])).toEqual(
      Array(4).fill('"token-minute";q=4;w=60'),
    );
    expect(responses.map(({ headers }) => /;r=(\d)/.exec(String(headers.ratelimit))?.[1])).toEqual([
      '3',
      '2',
      '1',
      '0',
    ]);
    for (const refused of [
      await gateway.execute('ledger', customers, { token }),
      await gateway.send('GET', '/api/v1/integrations/connectors', { token }),
    ]) {
      expectProblem(refused, 'rate_limited');
      const wait = Number(refused.headers['retry-after']);
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(15);
      expect(refused.headers.ratelimit).toBe(`"token-minute";r=0;t=${wait}`);
    }
  });

  it('are those too in which it is exchanged as a client secret', async () => {
    const secret = await gateway.tokenWith({ calls_per_minute: 2 });
    const body = { client_id: 'any', client_secret: secret };
    const exchange = () => gateway.send('POST', '/api/v1/account/applications/token', { body, token: null });
    expect([(await exchange()).status, (await exchange()).headers.ratelimit]).toEqual([
      200,
      expect.stringContaining('"token-minute";r=0'),
    ]);
    expectProblem(await exchange(), 'rate_limited');
    expectProblem(await gateway.execute('ledger', customers, { token: secret }), 'rate_limited');
  });

  it('are not limited, and nothing is told of them, unless somebody says so', async () => {
    const { headers } = await gateway.execute('ledger', customers);
    expect(headers).not.toHaveProperty('ratelimit');
    expect(headers).not.toHaveProperty('ratelimit-policy');
  });
});

describe('the calls of a day', () => {
  it('are refused until midnight when they are used up', async () => {
    const token = await gateway.tokenWith({ calls_per_day: 2 });
    const send = () => gateway.execute('ledger', customers, { token });
    const first = await send();
    expect(first.headers['ratelimit-policy']).toBe('"token-day";q=2;w=86400');
    expect(first.headers.ratelimit).toMatch(/^"token-day";r=1;t=\d+$/);
    await send();
    const refused = await send();
    expect(expectProblem(refused, 'quota_exceeded').retryable).toBe(true);
    const midnight = new Date();
    midnight.setUTCHours(24, 0, 0, 0);
    const seconds = (midnight.getTime() - Date.now()) / 1_000;
    expect(Math.abs(Number(refused.headers['retry-after']) - seconds)).toBeLessThan(5);
  });
});

describe('the limits of a workspace', () => {
  it('are set by the admin, shown in lists, and hold for all its tokens at once', async () => {
    const limits = { calls_per_minute: 1_000_000, calls_per_day: 500_000_000, running_calls: 60 };
    const changed = await limitWorkspace(limits);
    expect([changed.status, changed.json.limits]).toEqual([200, limits]);
    const listed = await gateway.send('GET', '/api/v1/workspaces', { token: adminToken });
    expect(listed.json.data).toMatchObject([{ name: 'test', limits }]);
    const reply = await gateway.execute('ledger', customers);
    expect(reply.headers['ratelimit-policy']).toBe(
      '"workspace-minute";q=1000000;w=60, "workspace-day";q=500000000;w=86400',
    );
    await limitWorkspace({ calls_per_minute: 1 });
    expect((await gateway.execute('ledger', customers)).status).toBe(200);
    const other = await gateway.tokenWith({});
    expectProblem(await gateway.execute('ledger', customers, { token: other }), 'rate_limited');
    expect((await limitWorkspace({})).json.limits).toEqual({});
    expect((await gateway.execute('ledger', customers)).status).toBe(200);
  });

  it('are nothing that a token of the workspace may change', async () => {
    expectProblem(await limitWorkspace({}, gateway.token), 'forbidden');
    expectProblem(await limitWorkspace({}, null), 'unauthenticated');
  });

  it.each([{ calls_per_minute: 0 }, { running_calls: 1_001 }, { calls_per_hour: 5 }, { calls_per_day: '5' }])(
    'are refused when they are %o',
    async (limits) => {
      expectProblem(await limitWorkspace(limits), 'invalid_params');
    },
  );

  it('are those of a workspace that exists', async () => {
    const nobody = await gateway.send('PATCH', '/api/v1/workspaces/nobody', {
      body: { limits: {} },
      token: adminToken,
    });
    expectProblem(nobody, 'not_found');
  });
});

describe('the running calls', () => {
  /** Begins calls whose body never comes. */
  async function begin(count: number, token: string): Promise<readonly Socket[]> {
    const { hostname, port } = new URL(gateway.url);
    const head = `POST ${executePath(gateway.connection('ledger'))} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n`;
    return Promise.all(
      Array.from({ length: count }, async () => {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => {});
        await once(socket, 'connect');
        socket.write(head);
        return socket;
      }),
    );
  }

  const until = async (token: string, status: number): Promise<Response> => {
    for (;;) {
      const reply = await gateway.execute('ledger', customers, { token });
      if (reply.status === status) return reply;
    }
  };

  it('of a token are at most 50, and those of others go on', async () => {
    const token = await gateway.tokenWith({});
    const sockets = await begin(60, token);
    const refused = await until(token, 429);
    expect(expectProblem(refused, 'rate_limited').message).toContain('The token has 50 calls running');
    expect(refused.headers['retry-after']).toBe('1');
    expect((await gateway.execute('ledger', customers)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await until(token, 200);
  });

  it('of a workspace are at most as many as the admin says', async () => {
    await limitWorkspace({ running_calls: 3 });
    const token = await gateway.tokenWith({});
    const sockets = await begin(5, await gateway.tokenWith({}));
    const refused = await until(token, 429);
    expect(expectProblem(refused, 'rate_limited').message).toContain('The workspace has 3 calls running');
    for (const socket of sockets) socket.destroy();
    await until(token, 200);
  });

  it('go on until the last byte of a response has been sent', async () => {
    await limitWorkspace({ running_calls: 1 });
    const token = await gateway.tokenWith({});
    let finish = () => {};
    upstream.response((request, response) => {
      if (request.url === '/file') {
        response.write('half of it');
        finish = () => response.end(' and the rest');
      } else response.end(`{"attachment":{"content_url":"${upstream.origin}/file"}}`);
    });
    const download = await gateway.connect('help-centre', 'files', {
      settings: { base_url: upstream.origin },
      check: false,
    });
    const { hostname, port } = new URL(gateway.url);
    const body = JSON.stringify({ entity: 'attachments', action: 'download', params: { attachment_id: 1 } });
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${executePath(download)} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await vi.waitFor(() => expect(text).toContain('half of it'));
    expectProblem(await gateway.execute('ledger', customers, { token }), 'rate_limited');
    finish();
    await vi.waitFor(() => expect(text).toContain('and the rest'));
    await until(token, 200);
    socket.destroy();
  });
});
