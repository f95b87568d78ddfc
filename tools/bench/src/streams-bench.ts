import { request } from 'node:http';
import { listedCustomers } from './canned-pages.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { percentile } from './store-measure.ts';
import { fileBytes } from './stream-sizes.ts';

/** The number of rounds and of concurrent clients. */
export interface StreamsPlan {
  readonly rounds: number;
  readonly clients: number;
}

/** Medians of the server's processor time and throughput. */
export interface StreamCost {
  readonly name: string;
  readonly unit: 'record' | 'MB';
  /** Per unit. */
  readonly processorMicroseconds: number;
  readonly unitsPerSecond: number;
}

interface Stream {
  readonly name: string;
  readonly unit: StreamCost['unit'];
  readonly server: ChildServer;
  readonly path: string;
  readonly accept: string;
  readonly body: string;
  /** Units of one stream. */
  readonly units: number;
}

/**
 * Measures all records of a listing as lines, the same records by pages, and downloads, through the gateway and through a bare server,
 * alternating. Linux only.
 */
export async function benchStreams(
  plan: StreamsPlan,
  progress: (text: string) => void,
): Promise<readonly StreamCost[]> {
  const upstream = await startChild('canned-upstream.ts', String(listedCustomers));
  const origin = `http://127.0.0.1:${upstream.printed[0]}`;
  const passthrough = await startChild('passthrough-server.ts', origin);
  const gateway = await startChild('plugin-gateway-server.ts', origin, 'trusted');
  const path = `/api/v1/integrations/connectors/${gateway.printed[1]}/execute`;
  const call = (action: string, params: object) => JSON.stringify({ entity: 'declared', action, params });
  const megabytes = fileBytes / 1024 / 1024;
  const streams: readonly Stream[] = [
    {
      name: 'records as lines (NDJSON)',
      unit: 'record',
      server: gateway,
      path,
      accept: 'application/x-ndjson',
      body: call('list', { limit: 100 }),
      units: listedCustomers,
    },
    {
      name: 'the same records, page by page',
      unit: 'record',
      server: gateway,
      path,
      accept: 'application/json',
      body: call('list', { limit: 100 }),
      units: 100,
    },
    {
      name: 'pages as bytes, bare server',
      unit: 'record',
      server: passthrough,
      path: '/100',
      accept: '*/*',
      body: '',
      units: 100,
    },
    {
      name: 'download',
      unit: 'MB',
      server: gateway,
      path,
      accept: '*/*',
      body: call('download', {}),
      units: megabytes,
    },
    {
      name: 'download, bare server',
      unit: 'MB',
      server: passthrough,
      path: '/file',
      accept: '*/*',
      body: '',
      units: megabytes,
    },
  ];
  const samples = streams.map(() => ({ costs: [] as number[], rates: [] as number[] }));
  try {
    for (let round = 0; round <= plan.rounds; round++) {
      for (const [index, stream] of streams.entries()) {
        progress(`${stream.name}: round ${round} of ${plan.rounds}`);
        const { cost, rate } = await measure(stream, plan.clients);
        // The first round is a warm-up.
        if (round === 0) continue;
        samples[index]?.costs.push(cost);
        samples[index]?.rates.push(rate);
      }
    }
  } finally {
    await Promise.all([upstream, passthrough, gateway].map((server) => server.stop()));
  }
  return streams.map(({ name, unit }, index) => ({
    name,
    unit,
    processorMicroseconds: percentile(samples[index]?.costs ?? [], 0.5),
    unitsPerSecond: percentile(samples[index]?.rates ?? [], 0.5),
  }));
}

async function measure(stream: Stream, clients: number): Promise<{ readonly cost: number; readonly rate: number }> {
  // Short responses are repeated until they add up to the records of one stream of lines.
  const repeats = stream.unit === 'record' ? listedCustomers / stream.units : 1;
  const before = await stream.server.cpuSeconds();
  const started = performance.now();
  await Promise.all(Array.from({ length: clients }, () => repeat(stream, repeats)));
  const seconds = (performance.now() - started) / 1000;
  const units = clients * repeats * stream.units;
  return { cost: (((await stream.server.cpuSeconds()) - before) * 1e6) / units, rate: units / seconds };
}

async function repeat(stream: Stream, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await readWhole(stream);
}

/** Reads a response to its end. Rejects if it is not 200 or is cut off. */
function readWhole({ server, path, accept, body }: Stream): Promise<void> {
  const [port, , token] = server.printed;
  const headers = { accept, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: Number(port), method: 'POST', path, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
      answer.on('error', reject);
      answer.on('end', resolve);
      answer.resume();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
