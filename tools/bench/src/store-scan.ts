import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { startChild } from './child-server.ts';
import { percentile } from './store-measure.ts';

/** Latency of `execute list`, in milliseconds. */
export interface ScanOutcome {
  /** Number of concurrent scans. */
  readonly scans: number;
  readonly p50: number;
  readonly p99: number;
}

const requestsPerSecond = 50;
const settleMilliseconds = 2000;

/**
 * Measures `execute list` through a gateway in the process of a store: idle, during one scan, and during as many scans as the store has
 * threads.
 */
export async function measureScans(
  directory: string,
  seconds: number,
  progress: (text: string) => void,
): Promise<readonly ScanOutcome[]> {
  const upstream = await startChild('./canned-upstream.ts');
  const gateway = await startChild(
    './store-gateway-server.ts',
    `http://127.0.0.1:${upstream.printed[0]}`,
    directory,
  ).catch(async (error: unknown) => {
    await upstream.stop();
    throw error;
  });
  const [port, connectorId, token, control] = gateway.printed;
  const client = new Pool(`http://127.0.0.1:${port}`, { connections: 8 });
  const controls = new Pool(`http://127.0.0.1:${control}`);
  const list = async (): Promise<number> => {
    const start = performance.now();
    const { statusCode, body } = await client.request({
      method: 'POST',
      path: `/api/v1/integrations/connectors/${connectorId}/execute`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ entity: 'customers', action: 'list', params: { limit: 10 } }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`the gateway answered ${statusCode}: ${text.slice(0, 400)}`);
    return performance.now() - start;
  };
  try {
    // Warm-up: compiles the measured code.
    for (let turn = 0; turn < 500; turn += 1) await list();
    const outcomes: ScanOutcome[] = [];
    for (const scans of [0, 1, 2]) {
      progress(`latency of execute list: ${scans} scans`);
      const answer = await controls.request({ method: 'GET', path: `/scan/${scans}` });
      await answer.body.dump();
      await delay(settleMilliseconds);
      const latencies: Promise<number>[] = [];
      for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
        latencies.push(list());
        await delay(1000 / requestsPerSecond);
      }
      const values = await Promise.all(latencies);
      outcomes.push({ scans, p50: percentile(values, 0.5), p99: percentile(values, 0.99) });
    }
    return outcomes;
  } finally {
    await Promise.all([client.destroy(), controls.destroy(), gateway.stop(), upstream.stop()]);
  }
}
