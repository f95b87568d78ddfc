import { pageSizes } from './canned-pages.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { type LoadTarget, load } from './load.ts';

// All of them call with one token, which may have 50 calls running.
const connections = 48;

/** One system that is measured: its process and the request to send it for a page size. */
interface Contender {
  readonly name: string;
  readonly server: ChildServer;
  target(size: number): LoadTarget;
}

/** Medians of one contender for one page size. */
export interface Measurement {
  readonly contender: string;
  readonly size: number;
  readonly requestsPerSecond: number;
  /** Processor microseconds of the server per request. */
  readonly cpuMicroseconds: number;
}

/** How long and how often to measure. */
export interface BenchPlan {
  /** Seconds of load before the first round, so that all contenders are compiled. */
  readonly warmUp: number;
  readonly rounds: number;
  readonly seconds: number;
}

const post = (port: number, path: string, body: string, headers = ''): LoadTarget => ({
  port,
  request: `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
});

const executeBody = (size: number) => JSON.stringify({ entity: 'customers', action: 'list', params: { limit: size } });

/** Measures byte passthrough, bare Express and the gateway in turn, in interleaved rounds, and gives the medians. */
export async function benchGateway(plan: BenchPlan, progress: (text: string) => void): Promise<readonly Measurement[]> {
  const upstream = await startChild('./canned-upstream.ts');
  const origin = `http://127.0.0.1:${upstream.printed[0]}`;
  const contenders = await startContenders(origin);
  const samples = new Map<string, { rates: number[]; costs: number[] }>();
  try {
    for (let round = 0; round <= plan.rounds; round++) {
      for (const size of pageSizes) {
        for (const contender of contenders) {
          progress(
            `${round === 0 ? 'warm-up' : `round ${round} of ${plan.rounds}`}: ${contender.name}, ${size} records`,
          );
          const before = await contender.server.cpuSeconds();
          const { requestsPerSecond } = await load(
            contender.target(size),
            connections,
            round === 0 ? plan.warmUp : plan.seconds,
          );
          const cost = (await contender.server.cpuSeconds()) - before;
          if (round === 0) continue;
          const key = `${contender.name} ${size}`;
          const sample = samples.get(key) ?? { rates: [], costs: [] };
          sample.rates.push(requestsPerSecond);
          sample.costs.push((cost / (requestsPerSecond * plan.seconds)) * 1e6);
          samples.set(key, sample);
        }
      }
    }
  } finally {
    await Promise.all([upstream, ...contenders.map(({ server }) => server)].map((server) => server.stop()));
  }
  return pageSizes.flatMap((size) =>
    contenders.map(({ name }) => {
      const { rates, costs } = samples.get(`${name} ${size}`) ?? { rates: [], costs: [] };
      return { contender: name, size, requestsPerSecond: median(rates), cpuMicroseconds: median(costs) };
    }),
  );
}

async function startContenders(origin: string): Promise<readonly Contender[]> {
  const passthrough = await startChild('./passthrough-server.ts', origin);
  const express = await startChild('./express-server.ts', origin);
  const gateway = await startChild('./gateway-server.ts', origin);
  const [port, connectorId, token] = gateway.printed;
  const path = `/api/v1/integrations/connectors/${connectorId}/execute`;
  const bare = (server: ChildServer) => (size: number) =>
    post(Number(server.printed[0]), `/${size}`, executeBody(size));
  return [
    { name: 'byte passthrough', server: passthrough, target: bare(passthrough) },
    { name: 'bare Express', server: express, target: bare(express) },
    {
      name: 'gateway',
      server: gateway,
      target: (size) => post(Number(port), path, executeBody(size), `Authorization: Bearer ${token}\r\n`),
    },
  ];
}

// Of an even number of values the upper one.
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
