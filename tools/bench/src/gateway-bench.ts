import { startConnectedGateway } from './connected-gateway.ts';
import { executeRequest, measureCalls, type Sample } from './load.ts';
import { measureLocalExecutor, prepareLocalExecutor } from './local-executor.ts';
import { startScript } from './processes.ts';
import { atLeast, type BenchResult, median, table } from './result.ts';

/** Least ratios of processor time of Express to that of the gateway, by records per page. */
const floors = [
  { size: 1, next: 0.5 },
  { size: 10, next: 0.8 },
  { size: 100, next: 2.0 },
];
const minRatioToExecutor = 15;
// Copied before the first round, so that only calls are measured.
const customers = 200;

/** Measures live lists of the gateway, of bare Express that parses and serializes the page, and of Airbyte's local executor, by turns. */
export async function benchGateway(isQuick: boolean, progress: (text: string) => void): Promise<BenchResult> {
  const { warmUp, rounds, seconds } = isQuick
    ? { warmUp: 3, rounds: 3, seconds: 1 }
    : { warmUp: 5, rounds: 5, seconds: 2 };
  progress('start');
  const executor = await prepareLocalExecutor();
  const upstream = await startScript('./upstream-server.ts', String(customers));
  const express = await startScript('./express-server.ts', upstream.url);
  const gateway = await startConnectedGateway(upstream.url, { connections: 4, tokens: 8 });
  const call = (size: number) => ({ entity: 'customers', action: 'list', params: { limit: size } });
  const contenders: Record<string, (size: number, time: number) => Promise<Sample>> = {
    'bare Express': (size, time) => {
      const request = { method: 'POST', headers: { 'content-type': 'application/json' } } as const;
      return measureCalls(express, [{ ...request, path: `/${size}`, body: JSON.stringify(call(size)) }], time);
    },
    gateway: (size, time) => {
      const { connectionIds, tokens } = gateway;
      const requests = tokens.map((token, index) =>
        executeRequest(connectionIds[index % connectionIds.length] ?? '', token, call(size)),
      );
      return measureCalls(gateway, requests, time);
    },
    ...(executor !== null && {
      'local executor': (size, time) => measureLocalExecutor(executor, upstream.url, size, time),
    }),
  };
  const names = Object.keys(contenders);
  const cases = floors.flatMap(({ size }) => names.map((name) => ({ name, size, samples: [] as Sample[] })));
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, size, samples } of cases) {
        progress(`round ${round} of ${rounds}: ${name}, ${size} records`);
        const sample = await contenders[name]?.(size, round === 0 ? warmUp : seconds);
        if (round > 0 && sample !== undefined) samples.push(sample);
      }
    }
  } finally {
    await Promise.all([upstream, express, gateway].map((server) => server.stop()));
  }
  const cost = (name: string, size: number) =>
    median(cases.find((one) => one.name === name && one.size === size)?.samples.map((one) => one.processor) ?? []);
  const rows = cases.map(({ name, size, samples }) => [
    `${size} records: ${name}`,
    cost(name, size).toFixed(0),
    (cost('bare Express', size) / cost(name, size)).toFixed(2),
    median(samples.map((one) => one.callsPerSecond)).toFixed(0),
    median(samples.map((one) => one.p50)).toFixed(1),
    median(samples.map((one) => one.p99)).toFixed(1),
  ]);
  const missing = "Airbyte's local executor was not measured: it needs Python 3.11, the module venv and PyPI.";
  return {
    table: [
      table(['live list', 'cpu µs', 'next to Express', 'calls/s', 'p50 ms', 'p99 ms'], rows),
      ...(executor === null ? [missing] : []),
    ].join('\n\n'),
    floors: floors.flatMap(({ size, next }) => [
      atLeast(`${size} records, next to bare Express`, cost('bare Express', size) / cost('gateway', size), next),
      ...(executor === null
        ? []
        : [
            atLeast(
              `${size} records, next to the local executor`,
              cost('local executor', size) / cost('gateway', size),
              minRatioToExecutor,
              1,
            ),
          ]),
    ]),
  };
}
