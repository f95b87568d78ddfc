import { percentile } from '../hostile/probe-health.ts';
import { levelLine } from '../level.ts';
import { atLeast, type Line, none, shown } from '../verdict.ts';
import type { Soaked } from './soak.ts';

/** A shorter run is still warming up in its second half. */
const enoughToJudge = 20;
const longestLag = 250;

/** The lines of the verdict after a soak. */
export function soakLines({
  plan,
  failures,
  tally,
  tenants,
  watch,
  polls,
  compared,
  exitCodes,
}: Soaked): readonly Line[] {
  const isJudged = plan.minutes >= enoughToJudge;
  const { samples } = watch;
  const secondHalf = samples.slice(Math.floor(samples.length / 2));
  const points = (read: (sample: (typeof samples)[number]) => number) =>
    secondHalf.map((sample): readonly [number, number] => [sample.seconds, read(sample)]);
  const creates = tenants.reduce((sum, { ledger }) => sum + ledger.size, 0);
  const unknown = tenants.reduce((sum, { ledger }) => sum + ledger.unknown, 0);
  const lag = percentile(
    samples.map((sample) => sample.lag.p99),
    0.5,
  );
  const failed = (name: string, kind: string, among?: number) => none(name, failures.count(kind), among);
  return [
    atLeast('calls', tally.calls, Math.floor(plan.minutes * 60)),
    failed('errors of the gateway', 'error of the gateway', tally.calls),
    failed('calls without an answer', 'no answer', tally.calls),
    failed('records of another workspace', "another workspace's record"),
    shown('creates, told as unknown', `${creates}, ${unknown}`),
    failed('creates: doubled', 'doubled', creates),
    failed('creates: told as done, and lost', 'lost', creates),
    failed('creates: told as refused, and done', 'told wrongly', creates),
    failed('connections out of order at rest', 'connection out of order'),
    failed('connections whose copies were not read at rest', 'not read at rest'),
    atLeast('copies held against their vendor', compared, tenants.length),
    failed('copies that differ from their vendor', 'search differs', compared),
    none('/readyz without a 200', polls.notReady, polls.all),
    levelLine(
      'resident memory, second half',
      points((sample) => sample.residentMegabytes),
      { share: 0.05, absolute: 16 },
      'MB',
      isJudged,
    ),
    levelLine(
      'heap after collection, second half',
      points((sample) => sample.heapMegabytes),
      { share: 0.05, absolute: 6 },
      'MB',
      isJudged,
    ),
    levelLine(
      'open descriptors, second half',
      points((sample) => sample.descriptors),
      { share: 0.1, absolute: 12 },
      '',
      isJudged,
    ),
    levelLine(
      'active handles, second half',
      points((sample) => sample.handles),
      { share: 0.1, absolute: 12 },
      '',
      isJudged,
    ),
    {
      name: 'event loop: median of the p99 of each 10 s',
      seen: `${Math.round(lag)} ms`,
      wanted: isJudged ? `at most ${longestLag} ms` : '',
      holds: isJudged ? lag <= longestLag : null,
    },
    none(
      'processes that did not end well when told to, within 35 s',
      failures.count('ended') + exitCodes.filter((code) => code !== 0).length,
    ),
  ];
}
