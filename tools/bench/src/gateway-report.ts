import { pageSizes } from './canned-pages.ts';
import type { BenchPlan, Measurement } from './gateway-bench.ts';

/** The table of what the bench of the gateway measured. */
export function gatewayReport(measurements: readonly Measurement[], plan: BenchPlan): string {
  const find = (contender: string, size: number) =>
    measurements.find((one) => one.contender === contender && one.size === size) as Measurement;
  const lines = [
    `Requests per second, 48 connections, median of ${plan.rounds} interleaved rounds of ${plan.seconds} s; processor time per request beside it`,
    `${'records'.padEnd(9)}${'contender'.padEnd(18)}${'req/s'.padStart(9)}${'cpu µs'.padStart(9)}${'vs Express'.padStart(12)}${'vs bytes'.padStart(10)}`,
  ];
  for (const size of pageSizes) {
    const express = find('bare Express', size);
    const bytes = find('byte passthrough', size);
    for (const one of measurements.filter((measurement) => measurement.size === size)) {
      lines.push(
        `${String(size).padEnd(9)}${one.contender.padEnd(18)}${whole(one.requestsPerSecond)}${whole(one.cpuMicroseconds)}${ratio(one.requestsPerSecond / express.requestsPerSecond).padStart(12)}${ratio(one.requestsPerSecond / bytes.requestsPerSecond).padStart(10)}`,
      );
    }
  }
  return lines.join('\n');
}

const whole = (value: number) => Math.round(value).toLocaleString('en').padStart(9);
const ratio = (value: number) => value.toFixed(2).padStart(7);
