import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '@connectory/database/testing';
import { request } from 'undici';
import { type ChildServer, startChild } from './child-server.ts';
import { mainThreadSeconds } from './process-figures.ts';
import { customerId } from './search-customers.ts';
import { loadSearches } from './search-load.ts';
import { percentile } from './store-measure.ts';
import { type Randomness, randomness } from './store-words.ts';

/** What to measure. */
export interface SearchBenchPlan {
  /** Number of records in the searched copy. */
  readonly records: number;
  readonly database: 'sqlite' | 'postgres';
  readonly connections: number;
  /** Seconds of load before the first round. */
  readonly warmUp: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** One kind of search, with the result of each round. */
export interface SearchFigures {
  readonly name: string;
  readonly requestsPerSecond: readonly number[];
  /** Processor microseconds per request: of the thread that serves HTTP, and of the whole process. */
  readonly mainMicroseconds: readonly number[];
  readonly processMicroseconds: readonly number[];
  readonly p50: readonly number[];
  readonly p99: readonly number[];
}

interface Gateway {
  readonly server: ChildServer;
  readonly port: number;
  readonly path: string;
  readonly tokens: readonly string[];
}

/** One kind of search: its parameters in a copy with this many records. */
interface SearchKind {
  readonly name: string;
  readonly params: (random: Randomness, records: number) => object;
}

// A token may have 50 calls running.
const tokenCount = 4;
const patienceSeconds = 600;
const number = (random: Randomness, records: number) => Math.floor(random() * records);

const kinds: readonly SearchKind[] = [
  {
    name: 'eq on the key',
    params: (random, records) => ({ query: { filter: { eq: { id: customerId(number(random, records)) } } } }),
  },
  {
    name: 'eq on the key, not there',
    params: (random, records) => ({ query: { filter: { eq: { id: customerId(records + number(random, records)) } } } }),
  },
  {
    name: 'eq on the key, two fields',
    params: (random, records) => ({
      query: { filter: { eq: { id: customerId(number(random, records)) } } },
      fields: ['id', 'email'],
    }),
  },
  {
    name: 'first 10 by an index',
    params: () => ({ query: { sort: [{ created: 'desc' }] }, limit: 10 }),
  },
  {
    name: 'range of an index, 10',
    params: (random, records) => ({
      query: { filter: { gte: { created: 1_700_000_000 + number(random, records) } }, sort: [{ created: 'asc' }] },
      limit: 10,
    }),
  },
];

/** Synchronizes a copy, and measures searches of it over HTTP, alternating between the kinds. */
export async function benchSearch(
  plan: SearchBenchPlan,
  progress: (text: string) => void,
): Promise<readonly SearchFigures[]> {
  const postgres = plan.database === 'postgres' ? await startPostgres() : null;
  const directory = await mkdtemp(join(tmpdir(), 'connectory-bench-search-'));
  const upstream = await startChild('./search-upstream.ts', String(plan.records));
  try {
    const gateway = await startSearchGateway(
      directory,
      `http://127.0.0.1:${upstream.printed[0]}`,
      postgres?.url ?? null,
    );
    try {
      await untilSynchronized(gateway, plan.records, progress);
      return await measureAll(gateway, plan, progress);
    } finally {
      await gateway.server.stop();
    }
  } finally {
    await upstream.stop();
    await postgres?.stop();
    await rm(directory, { recursive: true });
  }
}

async function startSearchGateway(directory: string, origin: string, databaseUrl: string | null): Promise<Gateway> {
  const parameters = [directory, origin, String(tokenCount), ...(databaseUrl === null ? [] : [databaseUrl])];
  const server = await startChild('./search-gateway-server.ts', ...parameters);
  const [port, connection, ...tokens] = server.printed;
  return { server, port: Number(port), path: `/api/v1/integrations/connectors/${connection}/execute`, tokens };
}

// The last customer can be found through an index once the first pass has ended.
async function untilSynchronized(gateway: Gateway, records: number, progress: (text: string) => void): Promise<void> {
  progress(`first pass of ${records} records`);
  const filter = { eq: { id: customerId(records - 1) } };
  for (let second = 0; second < patienceSeconds; second += 1) {
    const { body } = await request(`http://127.0.0.1:${gateway.port}${gateway.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.tokens[0]}` },
      body: bodyOf({ query: { filter }, explain: true }),
    });
    const { data, meta } = (await body.json()) as {
      data?: readonly unknown[];
      meta?: { synced_at: string | null; plan: { scans: boolean } };
    };
    if (data?.length === 1 && meta?.synced_at !== null && meta?.plan.scans === false) return;
    await delay(1000);
  }
  throw new Error(`the first pass of ${records} records did not end within ${patienceSeconds} s`);
}

async function measureAll(
  gateway: Gateway,
  { records, connections, warmUp, rounds, seconds }: SearchBenchPlan,
  progress: (text: string) => void,
): Promise<readonly SearchFigures[]> {
  const random = randomness(1);
  const all = kinds.map((kind) => ({ kind, samples: [] as Sample[] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { kind, samples } of all) {
      progress(`${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}: ${kind.name}`);
      const next = (connection: number) => requestOf(gateway, connection, kind.params(random, records));
      const sample = await measureOnce(gateway, next, connections, round === 0 ? warmUp : seconds);
      if (round > 0) samples.push(sample);
    }
  }
  return all.map(({ kind: { name }, samples }) => ({
    name,
    requestsPerSecond: samples.map((sample) => sample.requestsPerSecond),
    mainMicroseconds: samples.map((sample) => sample.mainMicroseconds),
    processMicroseconds: samples.map((sample) => sample.processMicroseconds),
    p50: samples.map((sample) => sample.p50),
    p99: samples.map((sample) => sample.p99),
  }));
}

type Sample = Readonly<Record<Exclude<keyof SearchFigures, 'name'>, number>>;

async function measureOnce(
  { server, port }: Gateway,
  next: (connection: number) => string,
  connections: number,
  seconds: number,
): Promise<Sample> {
  const main = await mainThreadSeconds(server.pid);
  const whole = await server.cpuSeconds();
  const { requestsPerSecond, milliseconds } = await loadSearches(port, next, connections, seconds);
  const perRequest = (secondsUsed: number) => (secondsUsed / milliseconds.length) * 1e6;
  return {
    requestsPerSecond,
    mainMicroseconds: perRequest((await mainThreadSeconds(server.pid)) - main),
    processMicroseconds: perRequest((await server.cpuSeconds()) - whole),
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
  };
}

const bodyOf = (params: object) => JSON.stringify({ entity: 'customers', action: 'context_store_search', params });

function requestOf({ port, path, tokens }: Gateway, connection: number, params: object): string {
  const body = bodyOf(params);
  const token = tokens[connection % tokens.length];
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
