import { randomBytes } from 'node:crypto';
import { type PostgresServer, startPostgres } from '@connectory/database/testing';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GatewayProcess, startGatewayProcess, temporaryDirectory } from './gateway-process.ts';
import { adminToken } from './running-gateway.ts';

const secretKey = randomBytes(32).toString('base64');

let postgres: PostgresServer;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
const running: GatewayProcess[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  directory = await temporaryDirectory();
});

afterAll(async () => {
  await Promise.all(running.map((gateway) => gateway.stop('SIGKILL')));
  await postgres.stop();
  await directory.remove();
});

async function start(databaseUrl: string): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess('main', {
    PORT: '0',
    CONNECTORY_MODE: 'direct',
    CONNECTORY_DATA_DIR: directory.path,
    CONNECTORY_DATABASE_URL: databaseUrl,
    CONNECTORY_ADMIN_TOKEN: adminToken,
    CONNECTORY_SECRET_KEY: secretKey,
  });
  running.push(gateway);
  return gateway;
}

async function send({ url }: GatewayProcess, method: string, path: string, token: string, body?: unknown) {
  const { statusCode, body: stream } = await request(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: statusCode, json: JSON.parse(await stream.text()) };
}

it('a day has its requests once, whichever process is asked, and whatever becomes of it', async () => {
  const limit = 300;
  const [first, second] = [await start(postgres.url), await start(postgres.url)];
  await send(first, 'POST', '/api/v1/workspaces', adminToken, { name: 'main' });
  const limits = { calls_per_day: limit };
  await send(first, 'PATCH', '/api/v1/workspaces/main', adminToken, { limits });
  const made = await send(first, 'POST', '/api/v1/workspaces/main/tokens', adminToken, { name: 'main' });
  const { token } = made.json;

  let accepted = 0;
  const burst = async (gateways: readonly GatewayProcess[], count: number) => {
    const one = async (gateway: GatewayProcess) =>
      send(gateway, 'GET', '/api/v1/integrations/connectors', token).then(({ status, json }) => {
        if (status === 200) accepted++;
        else expect(json.code).toBe('quota_exceeded');
      });
    await Promise.all(
      Array.from({ length: count }, (_, index) => one(gateways[index % gateways.length] as GatewayProcess)),
    );
  };

  await burst([first, second], 100);
  expect(accepted).toBe(100);
  // What it took and did not spend is lost: at most a portion, one in a hundred.
  await first.stop('SIGKILL');
  await second.stop('SIGTERM');
  const third = await start(postgres.url);
  for (let round = 0; round < 6; round++) await burst([third], 50);
  expect(accepted).toBeLessThanOrEqual(limit);
  expect(accepted).toBeGreaterThanOrEqual(limit - 3);
});

it('a token has its requests of a minute once, whichever gateway is asked', async () => {
  const [first, second] = [await start(postgres.url), await start(postgres.url)];
  await send(first, 'POST', '/api/v1/workspaces', adminToken, { name: 'rates' });
  const policy = { calls_per_minute: 2 };
  const made = await send(first, 'POST', '/api/v1/workspaces/rates/tokens', adminToken, { name: 'some', policy });
  const requests = Array.from({ length: 6 }, (_, index) =>
    send(index % 2 === 0 ? first : second, 'GET', '/api/v1/integrations/connectors', made.json.token),
  );
  const accepted = (await Promise.all(requests)).filter(({ status }) => status === 200);
  expect(accepted).toHaveLength(2);
});
