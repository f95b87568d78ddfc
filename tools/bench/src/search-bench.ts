import { startPostgres } from '@connectory/database/testing';
import type autocannon from 'autocannon';
import { type ConnectedGateway, startConnectedGateway } from './connected-gateway.ts';
import { customerId } from './customers.ts';
import { executeRequest, measureCalls, type Sample } from './load.ts';
import { startScript } from './processes.ts';
import { atLeast, type BenchResult, median, table } from './result.ts';
import { type Randomness, randomness } from './words.ts';

const leastByKey = 3000;
// A token may have 50 calls running.
const tokens = 4;

const number = (random: Randomness, records: number) => Math.floor(random() * records);
const kinds: Readonly<Record<string, (random: Randomness, records: number) => object>> = {
  'eq on the key': (random, records) => ({ query: { filter: { eq: { id: customerId(number(random, records)) } } } }),
  'eq on the key, missing': (random, records) => ({
    query: { filter: { eq: { id: customerId(records + number(random, records)) } } },
  }),
  'first 10 by an index': () => ({ query: { sort: [{ created: 'desc' }] }, limit: 10 }),
  'range of an index, 10': (random, records) => ({
    query: { filter: { gte: { created: 1_700_000_000 + number(random, records) } }, sort: [{ created: 'asc' }] },
    limit: 10,
  }),
};

/** Synchronizes a copy with this many records, and measures searches of it over HTTP, alternating between the kinds. */
export async function benchSearch(
  records: number,
  database: 'sqlite' | 'postgres',
  isQuick: boolean,
  progress: (text: string) => void,
): Promise<BenchResult> {
  const { warmUp, rounds, seconds } = isQuick
    ? { warmUp: 2, rounds: 3, seconds: 1 }
    : { warmUp: 5, rounds: 7, seconds: 2 };
  progress(`first pass of ${records} records`);
  const postgres = database === 'postgres' ? await startPostgres() : null;
  const upstream = await startScript('./upstream-server.ts', String(records));
  const gateway = await startConnectedGateway(upstream.url, {
    tokens,
    ...(postgres !== null && { databaseUrl: postgres.url }),
  });
  const random = randomness(1);
  const samples = new Map(Object.keys(kinds).map((name) => [name, [] as Sample[]]));
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, params] of Object.entries(kinds)) {
        progress(`round ${round} of ${rounds}: ${name}`);
        const requests = searches(gateway, () => params(random, records));
        const sample = await measureCalls(gateway, requests, round === 0 ? warmUp : seconds);
        if (round > 0) samples.get(name)?.push(sample);
      }
    }
  } finally {
    await gateway.stop();
    await upstream.stop();
    await postgres?.stop();
  }
  const figure = (name: string, of: keyof Sample) => median((samples.get(name) ?? []).map((one) => one[of]));
  const rows = Object.keys(kinds).map((name) => [
    name,
    figure(name, 'processor').toFixed(0),
    figure(name, 'callsPerSecond').toFixed(0),
    figure(name, 'p50').toFixed(1),
    figure(name, 'p99').toFixed(1),
  ]);
  const perProcessorSecond = 1e6 / figure('eq on the key', 'processor');
  const name = 'searches by key per processor second of the gateway';
  return {
    table: table([`${records} records in ${database}`, 'cpu µs', 'searches/s', 'p50 ms', 'p99 ms'], rows),
    floors: database === 'sqlite' ? [atLeast(name, perProcessorSecond, leastByKey, 0)] : [],
  };
}

// Each request has operands of its own.
function searches({ connectionIds, tokens: all }: ConnectedGateway, params: () => object): autocannon.Request[] {
  return all.map((token) => ({
    setupRequest: () =>
      executeRequest(connectionIds[0] ?? '', token, {
        entity: 'customers',
        action: 'context_store_search',
        params: params(),
      }),
  }));
}
