import { setTimeout as delay } from 'node:timers/promises';
import { pageSizes } from './canned-pages.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { type LoadTarget, load } from './load.ts';
import { mainThreadSeconds } from './process-figures.ts';
import { percentile } from './store-measure.ts';

/** Number of calls at a time. */
export const openConnections = 64;

// Lists for which the canned upstream sends the same response.
const entities = ['customers', 'invoices', 'charges', 'subscriptions'];

/** The servers that are compared: baselines, the gateway, and the gateway with two selected fields per record. */
const contenders = ['byte passthrough', 'bare Express', 'gateway', 'gateway, 2 fields'] as const;

export type Contender = (typeof contenders)[number];

/** A figure over several rounds. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** The results of one contender with pages of one size. */
export interface Measurement {
  readonly contender: Contender;
  readonly size: number;
  /** Processor microseconds of the server per request, all threads. */
  readonly processor: Spread;
  /** Processor microseconds of its main thread only. */
  readonly mainThread: Spread;
  readonly requestsPerSecond: Spread;
  /** Median and 99th percentile of the latency, in milliseconds. */
  readonly p50: Spread;
  readonly p99: Spread;
}

/** Duration and number of measurements, and the page sizes. */
export interface RoundsPlan {
  /** Seconds of load before the first round, so that all contenders are compiled. */
  readonly warmUp: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly sizes: readonly number[];
}

/** A plan whose measurements may follow a pause. */
export interface BenchPlan extends RoundsPlan {
  /** Seconds without a call before each measurement. */
  readonly quiet: number;
}

/** Plans for all page sizes, a short one, and one that shows what the first calls after some quiet seconds cost. */
export const gatewayPlans = {
  whole: { warmUp: 5, rounds: 5, seconds: 2, quiet: 0, sizes: pageSizes },
  quick: { warmUp: 3, rounds: 3, seconds: 1, quiet: 0, sizes: pageSizes },
  afterQuiet: { warmUp: 5, rounds: 5, seconds: 2, quiet: 12, sizes: [1] },
} as const;

/** The cost of the calls of one measurement. */
export type Sample = Record<keyof Omit<Measurement, 'contender' | 'size'>, number>;

/**
 * Measures contenders in interleaved rounds, so that other load on the machine affects all of them. The calls use several tokens,
 * connections and entities. Processor time is Linux only.
 */
export async function benchGateway(plan: BenchPlan, progress: (text: string) => void): Promise<readonly Measurement[]> {
  const upstream = await startChild('./canned-upstream.ts');
  const origin = `http://127.0.0.1:${upstream.printed[0]}`;
  const passthrough = await startChild('./passthrough-server.ts', origin);
  const express = await startChild('./express-server.ts', origin);
  const gateway = await startChild('./gateway-server.ts', origin);
  const servers: Record<Contender, ChildServer> = {
    'byte passthrough': passthrough,
    'bare Express': express,
    gateway,
    'gateway, 2 fields': gateway,
  };
  const cases = plan.sizes.flatMap((size) =>
    contenders.map((contender) => ({ contender, size, samples: [] as Sample[] })),
  );
  try {
    for (let round = 0; round <= plan.rounds; round++) {
      for (const { contender, size, samples } of cases) {
        progress(`${round === 0 ? 'warm-up' : `round ${round} of ${plan.rounds}`}: ${contender}, ${size} records`);
        await delay(plan.quiet * 1000);
        const server = servers[contender];
        const seconds = round === 0 ? plan.warmUp : plan.seconds;
        const sample = await measureCalls(contender, server, size, seconds);
        if (round > 0) samples.push(sample);
      }
    }
  } finally {
    await Promise.all([upstream, passthrough, express, gateway].map((server) => server.stop()));
  }
  return cases.map(({ contender, size, samples }) => {
    const spread = (figure: keyof Sample) => spreadOf(samples.map((sample) => sample[figure]));
    return {
      contender,
      size,
      processor: spread('processor'),
      mainThread: spread('mainThread'),
      requestsPerSecond: spread('requestsPerSecond'),
      p50: spread('p50'),
      p99: spread('p99'),
    };
  });
}

/** Measures calls to the server of a contender for some seconds. */
export async function measureCalls(
  contender: Contender,
  server: ChildServer,
  size: number,
  seconds: number,
): Promise<Sample> {
  const targets = targetsOf(contender, server, size);
  const before = [await server.cpuSeconds(), await mainThreadSeconds(server.pid)] as const;
  const { requests, requestsPerSecond, milliseconds } = await load(targets, openConnections, seconds);
  const after = [await server.cpuSeconds(), await mainThreadSeconds(server.pid)] as const;
  return {
    processor: ((after[0] - before[0]) / requests) * 1e6,
    mainThread: ((after[1] - before[1]) / requests) * 1e6,
    requestsPerSecond,
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
  };
}

function targetsOf(contender: Contender, { printed }: ChildServer, size: number): readonly LoadTarget[] {
  const [port, connectionIds = '', tokens = ''] = printed;
  if (contender === 'byte passthrough' || contender === 'bare Express') {
    return [post(Number(port), `/${size}`, { entity: 'customers', action: 'list', params: { limit: size } })];
  }
  const fields = contender === 'gateway' ? {} : { select_fields: ['id', 'email'] };
  const ids = connectionIds.split(',');
  return tokens.split(',').map((token, index) => {
    const path = `/api/v1/integrations/connectors/${ids[index % ids.length]}/execute`;
    const entity = entities[index % entities.length];
    const body = { entity, action: 'list', params: { limit: size }, ...fields };
    return post(Number(port), path, body, `Authorization: Bearer ${token}\r\n`);
  });
}

function post(port: number, path: string, value: object, headers = ''): LoadTarget {
  const body = JSON.stringify(value);
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${headers}`;
  return { port, request: `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}` };
}

/** Summarizes a figure of several rounds. */
export function spreadOf(values: readonly number[]): Spread {
  return { median: percentile(values, 0.5), least: Math.min(...values), most: Math.max(...values) };
}
