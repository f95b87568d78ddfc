import type { NewPolicy, Token } from '@connectory/client';
import { type Effect, effects } from '@connectory/connector-sdk/effects';
import { type Command, Option } from 'commander';
import { wholeNumber } from '../whole-number.ts';

/** What a token may do, as options. */
export interface PolicyOptions {
  readonly manage?: true;
  readonly readOnly?: true;
  readonly connectors?: string[];
  readonly entities?: string[];
  readonly actions?: string[];
  readonly effects?: Effect[];
  readonly denyEffects?: Effect[];
  readonly maxRecords?: string;
  readonly callsPerMinute?: string;
  readonly callsPerDay?: string;
}

/** Adds the options of a policy to a command. */
export const withPolicy = (command: Command): Command =>
  command
    .option('--manage', 'also manage the workspace: connections, tokens, synchronization, audit')
    .option('--read-only', 'only actions that change nothing upstream')
    .option('--connectors <names...>', 'only these connectors (IDs) or connections (names)')
    .option('--entities <names...>', 'only these entities')
    .option('--actions <names...>', 'only these actions')
    .addOption(new Option('--effects <effects...>', 'only actions with these effects').choices(effects))
    .addOption(new Option('--deny-effects <effects...>', 'no actions with these effects').choices(effects))
    .option('--max-records <number>', 'maximum number of records per call')
    .option('--calls-per-minute <number>', 'maximum requests per minute, in each gateway process')
    .option('--calls-per-day <number>', 'maximum requests per UTC day');

/** Returns the policy that options describe. Throws a problem of code 4 for a limit that is not a whole number. */
export function policyOf(options: PolicyOptions): NewPolicy {
  const { manage, readOnly, connectors, entities, actions, effects: allow, denyEffects: deny } = options;
  const { maxRecords, callsPerMinute, callsPerDay } = options;
  return {
    ...(manage && { manage: true }),
    ...(readOnly && { read_only: true }),
    ...(connectors && { connectors }),
    ...(entities && { entities }),
    ...(actions && { actions }),
    ...((allow ?? deny) && { effects: { ...(allow && { allow }), ...(deny && { deny }) } }),
    ...(maxRecords !== undefined && { max_records: wholeNumber('--max-records', maxRecords) }),
    ...(callsPerMinute !== undefined && { calls_per_minute: wholeNumber('--calls-per-minute', callsPerMinute) }),
    ...(callsPerDay !== undefined && { calls_per_day: wholeNumber('--calls-per-day', callsPerDay) }),
  };
}

/** Summarizes a policy in a few words. */
export function policyText({
  manage,
  read_only: readOnly,
  connectors,
  entities,
  actions,
  effects: { allow, deny } = {},
  max_records: most,
  calls_per_minute: perMinute,
  calls_per_day: perDay,
}: Token['policy']): string {
  const parts = [
    ...(readOnly === true ? ['read'] : []),
    ...[connectors, entities, actions, allow].flatMap((names) =>
      names === undefined ? [] : [names.join(' ') || 'nothing'],
    ),
    ...(deny === undefined || deny.length === 0 ? [] : [`no ${deny.join(' ')}`]),
    ...(most === undefined ? [] : [`${most} records`]),
    ...(perMinute === undefined ? [] : [`${perMinute} calls a minute`]),
    ...(perDay === undefined ? [] : [`${perDay} calls a day`]),
  ];
  return [parts.join(', ') || 'everything', ...(manage === true ? ['manage'] : [])].join(', ');
}
