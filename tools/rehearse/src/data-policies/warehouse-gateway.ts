import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawValue } from '@connectory/connector-sdk';
import { createLogger, readConfiguration, startGateway } from '@connectory/gateway';
import { Pool } from 'undici';
import { Dice } from '../dice.ts';
import { type Accounts, type Call, workspacePath } from './calls.ts';
import { Sentinels } from './sentinels.ts';
import { WarehouseVendor } from './vendor.ts';
import { warehouse } from './warehouse.ts';
import { changeWorld, makeWorld, type World } from './world.ts';

/** The admin token of the gateway. */
export const adminToken = 'admin-token-of-the-rehearsal';

/** A response. */
export interface SentResponse {
  readonly status: number;
  readonly bytes: Buffer;
  /** All headers and the body. */
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: RawValue;
}

/** A gateway in hosted mode with two accounts of the warehouse, whose copies are made and were changed once. */
export interface WarehouseGateway {
  readonly dice: Dice;
  readonly sentinels: Sentinels;
  readonly accounts: Accounts;
  readonly vendor: WarehouseVendor;
  /** A folder for files. */
  readonly directory: string;
  send(call: Call, token: string): Promise<SentResponse>;
  stop(): Promise<void>;
}

/** Starts vendor and gateway, and waits until the copies are made. */
export async function startWarehouse(seed: number): Promise<WarehouseGateway> {
  const dice = new Dice(seed);
  const sentinels = new Sentinels(dice);
  const worlds = ['north', 'south'].map((name) => makeWorld(name, dice, sentinels, 12));
  const vendor = new WarehouseVendor(worlds, dice);
  await vendor.start();
  const directory = await mkdtemp(join(tmpdir(), 'connectory-rehearsal-'));
  const configuration = readConfiguration({
    PORT: '0',
    CONNECTORY_DATA_DIR: directory,
    CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
    CONNECTORY_ADMIN_TOKEN: adminToken,
    CONNECTORY_LOG_LEVEL: 'silent',
  });
  const gateway = await startGateway({ ...configuration, purpose: 'demo' }, [warehouse], createLogger('silent'));
  const pool = new Pool(gateway.url, { connections: 8 });
  const send = async ({ method, path, body, headers }: Call, token: string): Promise<SentResponse> => {
    const response = await pool.request({
      method: method as 'GET',
      path,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    const text = `${JSON.stringify(response.headers)}\n${bytes.toString('utf8')}`;
    return { status: response.statusCode, bytes, text, json: parsed(bytes.toString('utf8')) };
  };
  const ask = async (method: string, path: string, body?: unknown): Promise<RawValue> => {
    const { status, text, json } = await send({ kind: '', method, path, body }, adminToken);
    if (status >= 300) throw new Error(`${method} ${path} returned ${status}: ${text.slice(0, 500)}`);
    return json;
  };
  await ask('POST', '/api/v1/workspaces', { name: 'rehearsal' });
  const ids = new Map<World, string>();
  for (const world of worlds) {
    const settings = { base_url: vendor.origin(world) };
    const draft = { connector: 'warehouse', name: world.name, credentials: { token: 'secret' }, settings };
    ids.set(world, (await ask('POST', `${workspacePath}/connections`, draft)).id);
  }
  const synchronize = async (since: string) => {
    for (const id of ids.values()) {
      for (;;) {
        const { data } = await ask('GET', `${workspacePath}/connections/${id}/syncs`);
        if (
          data.every(
            (state: RawValue) => state.finished_at !== null && state.finished_at >= since && state.phase === 'idle',
          )
        )
          break;
        await pause(20);
      }
    }
  };
  await synchronize('');
  for (const world of worlds) changeWorld(world, dice, sentinels);
  const now = new Date().toISOString();
  for (const id of ids.values()) await ask('POST', `${workspacePath}/connections/${id}/syncs`, { full: true });
  await synchronize(now);
  const stop = async () => {
    await pool.destroy();
    await gateway.close();
    await vendor.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { dice, sentinels, accounts: { worlds, ids }, vendor, directory, send, stop };
}

function parsed(text: string): RawValue {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
