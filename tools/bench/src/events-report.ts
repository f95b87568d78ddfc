import type { EventsOutcome, EventsPlan } from './events-bench.ts';
import type { LiveLatencies } from './live-calls.ts';
import { percentile } from './store-measure.ts';
import { whole } from './whole-number.ts';

/** Renders the table of the events bench. */
export function eventsReport(outcome: EventsOutcome, plan: EventsPlan): string {
  const { passes, deliveries, missing, gatewaySeconds, quiet, flooded } = outcome;
  const [p50, p90, p99] = [0.5, 0.9, 0.99].map((part) => whole(percentile(deliveries, part)));
  const ratio = percentile(flooded.milliseconds, 0.99) / percentile(quiet.milliseconds, 0.99);
  const missed = [...missing].map(([entity, count]) => `${count} ${entity}`).join(', ');
  const statuses = [...outcome.flood].sort(([one], [other]) => one - other);
  return [
    `${passes.connections} open connections with ${whole(passes.rows)} records, on ${plan.database}`,
    `${plan.changes} records added at ${outcome.vendors} vendors (${outcome.entities} entities) that send events, ${plan.changesPerSecond} per second`,
    `  ${whole(deliveries.length)} deliveries arrived; left to the next pass, because their partition is not in the copy: ${missed || 'none'}`,
    `  milliseconds from the change to the arrival: p50 ${p50}, p90 ${p90}, p99 ${p99}, longest ${whole(Math.max(...deliveries))}`,
    `  processor time of the gateway ${((gatewaySeconds / deliveries.length) * 1000).toFixed(1)} ms per delivery, with the read of the record`,
    '',
    `Milliseconds of execute list at ${plan.livePerSecond} requests/s, over connections of every connector of another workspace`,
    row('no flood', quiet),
    `${row('flood', flooded)} (${ratio.toFixed(2)} of no flood)`,
    `  the flood: ${plan.floodPerSecond} events/s, half of them forged: ${statuses.map(([status, count]) => `${whole(count)} answered ${status}`).join(', ')}`,
  ].join('\n');
}

function row(name: string, { milliseconds, failed }: LiveLatencies): string {
  const [p50, p99] = [0.5, 0.99].map((part) => percentile(milliseconds, part).toFixed(1));
  return `  ${name.padEnd(10)}${whole(milliseconds.length)} calls, ${whole(failed)} failed, p50 ${p50}, p99 ${p99}`;
}
