import type { ConnectionsOutcome, ConnectionsPlan } from './connections-bench.ts';
import type { LiveLatencies } from './live-calls.ts';
import { percentile } from './store-measure.ts';
import { whole } from './whole-number.ts';

const mostReasons = 20;

/** Renders the table of the connections bench. */
export function connectionsReport(outcome: ConnectionsOutcome, plan: ConnectionsPlan): string {
  const { passes, seconds, gatewaySeconds, idle, busy } = outcome;
  const reasons = [...passes.incomplete].sort(([, one], [, other]) => other - one);
  const ratio = percentile(busy.milliseconds, 0.99) / percentile(idle.milliseconds, 0.99);
  return [
    `First passes of ${passes.connections} connections over all built-in connectors, ${plan.records} records per entity, on ${plan.database}`,
    `  ${whole(passes.entities)} entities, ${whole(passes.pages)} pages, ${whole(passes.rows)} rows in ${whole(seconds)} s`,
    `  processor time of the gateway ${whole(gatewaySeconds)} s, ${((gatewaySeconds / passes.pages) * 1000).toFixed(1)} ms per page (live calls among it)`,
    `  resident memory ${whole(outcome.megabytesBefore)} MB before, ${whole(outcome.megabytesAfter)} MB after, ${whole(outcome.megabytesHighest)} MB at its highest`,
    reasons.length === 0 ? '  all complete' : '  not complete:',
    ...reasons.slice(0, mostReasons).map(([reason, count]) => `    ${whole(count)} connections: ${reason}`),
    ...(reasons.length > mostReasons ? [`    and ${reasons.length - mostReasons} other reasons`] : []),
    '',
    `Milliseconds of execute list at ${plan.livePerSecond} requests/s, over connections of every connector`,
    row('idle', idle),
    `${row('first passes', busy)} (${ratio.toFixed(2)} of idle)`,
  ].join('\n');
}

function row(name: string, { milliseconds, failed }: LiveLatencies): string {
  const [p50, p99] = [0.5, 0.99].map((part) => percentile(milliseconds, part).toFixed(1));
  return `  ${name.padEnd(14)}${whole(milliseconds.length)} calls, ${whole(failed)} failed, p50 ${p50}, p99 ${p99}`;
}
