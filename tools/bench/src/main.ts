#!/usr/bin/env node
import { pageSizes } from './canned-pages.ts';
import { benchGateway, type Measurement } from './gateway-bench.ts';

/** `pnpm bench`: throughput of the gateway as ratios against bare baselines in the same run. `--quick` measures less. */
const quick = process.argv.includes('--quick');
const plan = quick ? { warmUp: 3, rounds: 2, seconds: 1 } : { warmUp: 5, rounds: 5, seconds: 2 };
const show = process.stderr.isTTY === true;
const measurements = await benchGateway(plan, (text) => {
  if (show) process.stderr.write(`\r\x1b[K${text}`);
});
if (show) process.stderr.write('\r\x1b[K');

const find = (contender: string, size: number) =>
  measurements.find((one) => one.contender === contender && one.size === size) as Measurement;
const whole = (value: number) => Math.round(value).toLocaleString('en').padStart(9);
const ratio = (value: number) => value.toFixed(2).padStart(7);

const lines = [
  `Requests per second, 64 connections, median of ${plan.rounds} interleaved rounds of ${plan.seconds} s; processor time per request beside it`,
];
lines.push(
  `${'records'.padEnd(9)}${'contender'.padEnd(18)}${'req/s'.padStart(9)}${'cpu µs'.padStart(9)}${'vs Express'.padStart(12)}${'vs bytes'.padStart(10)}`,
);
for (const size of pageSizes) {
  const express = find('bare Express', size);
  const bytes = find('byte passthrough', size);
  for (const one of measurements.filter((measurement) => measurement.size === size)) {
    lines.push(
      `${String(size).padEnd(9)}${one.contender.padEnd(18)}${whole(one.requestsPerSecond)}${whole(one.cpuMicroseconds)}${ratio(one.requestsPerSecond / express.requestsPerSecond).padStart(12)}${ratio(one.requestsPerSecond / bytes.requestsPerSecond).padStart(10)}`,
    );
  }
}
process.stdout.write(`${lines.join('\n')}\n`);
