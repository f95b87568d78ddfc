import autocannon from 'autocannon';
import { type BenchServer, processorSeconds } from './processes.ts';

/** What calls of a server cost. */
export interface Sample {
  /** Processor microseconds of the server per call, all threads. */
  readonly processor: number;
  readonly callsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Number of calls at a time. */
export const callsAtOnce = 64;

/** Calls a server for some seconds, each connection taking turns with the requests. Throws an `Error` if a call fails. */
export async function measureCalls(
  { url, pid }: BenchServer,
  requests: readonly autocannon.Request[],
  seconds: number,
): Promise<Sample> {
  let clients = 0;
  // Each connection begins with another request, so that no token has more calls at once than it may.
  const setupClient = (client: autocannon.Client) => {
    const first = clients++ % requests.length;
    client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
  };
  const before = await processorSeconds(pid);
  const result = await autocannon({ url, connections: callsAtOnce, duration: seconds, setupClient });
  const used = (await processorSeconds(pid)) - before;
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) {
    throw new Error(`${url}: ${result.non2xx} unsuccessful responses, ${result.errors} errors`);
  }
  return {
    processor: (used / result['2xx']) * 1e6,
    callsPerSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/** An action of a connection as a request. */
export function executeRequest(connectionId: string, token: string, call: object): autocannon.Request {
  return {
    method: 'POST',
    path: `/api/v1/integrations/connectors/${connectionId}/execute`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(call),
  };
}
