import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let upstream: RawUpstream;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

beforeEach(async () => {
  upstream = await startRawUpstream();
  return () => upstream.stop();
});

afterAll(() => gateway.stop());

const create = (name: string, body: object) =>
  gateway.send('POST', '/api/v1/workspaces/test/connections', { body: { name, ...body } });

describe('the checks of connections that are created at the same time', () => {
  it('do not share a rate limit', async () => {
    upstream.response((_request, response) => response.writeHead(429, { 'retry-after': '600' }).end('{}'));
    const limited = { connector: 'ledger', credentials: { api_key: 'sk_busy' } };
    const settings = { base_url: upstream.origin };
    expectProblem(await create('limited', { ...limited, settings }), 'upstream_rate_limited');
    await gateway.connect('ledger', 'free');
  });

  it('do not share renewed access tokens', async () => {
    const used: string[] = [];
    upstream.response(async (request, response) => {
      const body = await textOf(request);
      if (request.url?.endsWith('/oauth/tokens')) {
        const { refresh_token: refreshToken } = JSON.parse(body);
        // Slow enough for the checks of both to wait for it.
        await pause(200);
        response.end(JSON.stringify({ access_token: `access of ${refreshToken}`, expires_in: 3600 }));
      } else {
        used.push(request.headers.authorization ?? '');
        response.end('{"tickets":[],"next_page":null}');
      }
    });
    const draft = (refreshToken: string) => ({
      connector: 'help-centre',
      authentication: 'oauth2',
      credentials: { refresh_token: refreshToken },
      settings: { subdomain: 'sandbox', base_url: upstream.origin },
    });
    const responses = await Promise.all(['one', 'two', 'three'].map((account) => create(account, draft(account))));
    for (const { status, text } of responses) expect(status, text).toBe(201);
    expect(used.sort()).toEqual(['Bearer access of one', 'Bearer access of three', 'Bearer access of two']);
  });

  it('store the tokens that were renewed on the way', async () => {
    const used: string[] = [];
    upstream.response(async (request, response) => {
      await textOf(request);
      if (request.url?.endsWith('/oauth/tokens')) {
        response.end('{"access_token":"first access","refresh_token":"second refresh","expires_in":3600}');
      } else {
        used.push(request.headers.authorization ?? '');
        response.end('{"tickets":[],"next_page":null}');
      }
    });
    const created = await create('renewed', {
      connector: 'help-centre',
      authentication: 'oauth2',
      credentials: { refresh_token: 'first refresh' },
      settings: { subdomain: 'sandbox', base_url: upstream.origin },
    });
    expect(created.status, created.text).toBe(201);
    await gateway.execute(created.json.id, { entity: 'tickets', action: 'list' });
    expect(used).toEqual(['Bearer first access', 'Bearer first access']);
    expect(upstream.count).toBe(3);
  });
});

it('tokens that were renewed for a change are stored, also when its check fails', async () => {
  const grants: string[] = [];
  let isDown = true;
  upstream.response(async (request, response) => {
    const body = await textOf(request);
    if (request.url?.endsWith('/oauth/tokens')) {
      grants.push(JSON.parse(body).refresh_token);
      const number = grants.length + 1;
      response.end(`{"access_token":"access ${number}","refresh_token":"refresh ${number}","expires_in":1}`);
    } else response.writeHead(isDown ? 403 : 200).end('{"tickets":[],"next_page":null}');
  });
  const settings = { subdomain: 'sandbox', base_url: upstream.origin };
  const id = await gateway.connect('help-centre', 'rotated', {
    authentication: 'oauth2',
    credentials: { refresh_token: 'refresh 1' },
    settings,
    check: false,
  });
  const change = () =>
    gateway.send('PATCH', `/api/v1/workspaces/test/connections/${id}`, {
      body: { settings: { ...settings, subdomain: 'other' } },
    });
  const refused = await change();
  expectProblem(refused, 'credential_rejected');
  isDown = false;
  const changed = await change();
  expect(changed.status, changed.text).toBe(200);
  expect(changed.json.settings.subdomain).toBe('other');
  expect((await gateway.execute(id, { entity: 'tickets', action: 'list' })).status).toBe(200);
  expect(grants).toEqual(['refresh 1', 'refresh 2', 'refresh 3']);
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
