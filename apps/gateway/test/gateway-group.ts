import { setTimeout as pause } from 'node:timers/promises';
import type { RawValue } from '@connectory/connector-sdk';
import { Client, type Dispatcher, request } from 'undici';
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts';
import { adminToken } from './running-gateway.ts';

/** A complete response. */
interface GroupAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly json: RawValue;
}

/** A connection to one of the processes. */
export interface Line {
  /** The number of the process at the other end, as in the log. */
  readonly process: number;
  send(method: string, path: string, token: string, body?: unknown, key?: string): Promise<GroupAnswer>;
  /** Returns that process's response to `/metrics`. */
  metrics(): Promise<string>;
  close(): Promise<void>;
}

/** A gateway with several processes on one port. */
export interface GatewayGroup {
  readonly gateway: GatewayProcess;
  /** Opens connections until there are this many to each process. */
  lines(count: number): Promise<ReadonlyMap<number, readonly Line[]>>;
  /** The process ids of the serving processes, by number, from the log. */
  pids(): ReadonlyMap<number, number>;
  /** Returns a figure of `/metrics`; undefined if it does not exist. */
  metric(name: string): Promise<number | undefined>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a gateway of two processes with this environment, and waits until both serve. */
export async function startGatewayGroup(environment: Readonly<Record<string, string>>): Promise<GatewayGroup> {
  const gateway = await startGatewayProcess('main', {
    PORT: '0',
    CONNECTORY_PROCESSES: '2',
    CONNECTORY_LOG_LEVEL: 'debug',
    CONNECTORY_ADMIN_TOKEN: adminToken,
    ...environment,
  });
  const clients: Client[] = [];
  const entries = (text = '') =>
    gateway
      .output()
      .stdout.split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}') && line.includes(text))
      .map((line): RawValue => JSON.parse(line));
  const until = async <Found>(look: () => Found | undefined | Promise<Found | undefined>): Promise<Found> => {
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (gateway.child.exitCode !== null) throw new Error(`the gateway ended: ${gateway.output().stderr}`);
      await pause(50);
    }
  };
  const open = async (): Promise<Line> => {
    const client = new Client(gateway.url);
    clients.push(client);
    const { headers } = await send(client, 'GET', '/healthz', adminToken);
    const id = headers['x-request-id'];
    const { process } = await until(() => entries(String(id))[0]);
    return {
      process,
      send: (...what) => send(client, ...what),
      metrics: async () => (await client.request({ method: 'GET', path: '/metrics' })).body.text(),
      close: () => client.close(),
    };
  };
  const metric = async (name: string) => {
    const text = await (await request(`${gateway.url}/metrics`, { reset: true })).body.text();
    const values = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
    if (values.length === 0) return undefined;
    return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  };
  const group: GatewayGroup = {
    gateway,
    lines: async (count) => {
      const lines = new Map<number, Line[]>([1, 2].map((number) => [number, []]));
      while ([...lines.values()].some(({ length }) => length < count)) {
        for (const line of await Promise.all(Array.from({ length: 2 * count }, open))) {
          const known = lines.get(line.process) ?? [];
          if (known.length < count) known.push(line);
          else await line.close();
        }
      }
      return lines;
    },
    pids: () => new Map(entries('"a process serves"').map(({ number, pid }) => [number, pid])),
    metric,
    stop: async (signal) => {
      await Promise.all(clients.map((client) => client.destroy()));
      return gateway.stop(signal);
    },
  };
  await until(async () => (await metric('connectory_processes_in_use')) === 2 || undefined);
  await until(() => group.pids().size === 2 || undefined);
  return group;
}

async function send(
  client: Dispatcher,
  method: string,
  path: string,
  token: string,
  body?: unknown,
  key?: string,
): Promise<GroupAnswer> {
  const answer = await client.request({
    method: method as Dispatcher.HttpMethod,
    path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, json: await answer.body.json() };
}
