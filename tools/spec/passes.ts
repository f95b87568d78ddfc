import type { Connector } from '@connectory/connector-sdk';
import { quotaOf } from '@connectory/connector-sdk/engine';
import { type EntityPlan, entityPlans, plannedSize } from '@connectory/context-store';
import { markdownTable, withPart } from './markdown.ts';

const marks = {
  begin: '<!-- This table is written by "npm run spec:write". -->',
  end: '<!-- End of the table of requests. -->',
};

const sizes = [1_000, 100_000] as const;
const changedShare = 0.01;
// The size of pages that neither the plan nor the parameter says.
const assumedSize = 100;

/** The requests that the passes of an entity send, for each of the two sizes. */
export interface PassRequests {
  readonly entity: string;
  /** As quotas name it: `GET /path`. */
  readonly route: string;
  readonly first: readonly number[];
  readonly later: readonly number[];
}

/**
 * The requests of the first pass and of a later one over each entity with a copy, with 1,000 and 100,000 records of every entity. There are as
 * many parents as records, and the records of a setting are all in one entry; 1 % of the records have changed before the later pass.
 */
export function passRequests(connector: Connector): readonly PassRequests[] {
  return entityPlans(connector).map((plan) => {
    const [route] = plan.action.routes;
    return {
      entity: plan.entity.name,
      route: `${route?.method} ${route?.path}`,
      first: sizes.map((records) => firstPass(plan, records)),
      later: sizes.map((records) => laterPass(plan, records)),
    };
  });
}

function firstPass(plan: EntityPlan, records: number): number {
  if (plan.batch !== null)
    return Math.ceil(records / plan.batch.size) * pagesOf(plan, Math.min(records, plan.batch.size));
  if (plan.origin.from === 'entity') return records * pagesOf(plan, 1);
  if (plan.actionName !== 'get') return pagesOf(plan, records);
  return plan.origin.from === 'setting' ? records : 1;
}

function laterPass(plan: EntityPlan, records: number): number {
  const changed = records * changedShare;
  if (plan.changedBy !== null) return firstPass(plan, changed);
  if (plan.cursor === null) return firstPass(plan, records);
  if (plan.origin.from !== 'entity') return firstPass(plan, changed);
  return (records - changed) * pagesOf(plan, 0) + firstPass(plan, changed);
}

function pagesOf(plan: EntityPlan, records: number): number {
  const { paging } = plan.action;
  if (paging === null) return 1;
  const last = paging.endsEmpty === true && records > 0 ? 1 : 0;
  return Math.max(1, Math.ceil(records / (plannedSize(plan) ?? assumedSize)) + last);
}

/** Returns the README of a connector with the table of its passes between the two marks. Throws a `TypeError` without the marks. */
export function withPassTable(readme: string, connector: Connector): string {
  return withPart(readme, marks, passPart(connector));
}

/** The table of a connector's passes in Markdown, and how long they take with the vendor's quotas. */
export function passPart(connector: Connector): string {
  const passes = passRequests(connector);
  const totals = (['first', 'later'] as const).flatMap((pass) =>
    sizes.map((_, size) => passes.reduce((sum, requests) => sum + (requests[pass][size] ?? 0), 0)),
  );
  const rows = passes.map(({ entity, first, later }) => [`\`${entity}\``, ...[...first, ...later].map(shown)]);
  const head = [
    'requests',
    ...['first pass', 'later pass'].flatMap((pass) => sizes.map((size) => `${pass}, ${shown(size)}`)),
  ];
  const times = quotaTimes(connector, passes).map((line) => `- ${line}\n`);
  return [
    markdownTable([head, ...rows, ['all', ...totals.map(shown)]]),
    ...(times.length === 0 ? [] : [`\n${times.join('')}`]),
  ].join('');
}

const shown = (number: number) => number.toLocaleString('en-US');

function quotaTimes({ upstream: { limits } }: Connector, passes: readonly PassRequests[]): readonly string[] {
  const quotas = limits?.quotas ?? [];
  return quotas.flatMap((quota) => {
    const counted = passes.filter(({ route }) => quotaOf(limits, route) === quota);
    if (counted.length === 0) return [];
    const totals = sizes.map((_, index) => totalOf(counted, index, limits?.bucket === 'route'));
    const [small, large] = totals.map((total) => duration((total / quota.requests) * 2 * quota.seconds));
    const routes = quota.routes === undefined ? '' : ` (${quota.routes.map((route) => `\`${route}\``).join(', ')})`;
    const each = limits?.bucket === 'route' ? ' of one route' : '';
    return [
      `At most ${shown(quota.requests)} requests${each} in ${duration(quota.seconds)}${routes}. At half of that, the first pass of all these entities takes ${small} with 1,000 records of each, ${large} with 100,000.`,
    ];
  });
}

function totalOf(passes: readonly PassRequests[], size: number, isPerRoute: boolean): number {
  const totals = new Map<string, number>();
  for (const { route, first } of passes) {
    const bucket = isPerRoute ? route : '';
    totals.set(bucket, (totals.get(bucket) ?? 0) + (first[size] ?? 0));
  }
  return Math.max(...totals.values());
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

function duration(seconds: number): string {
  const [unit, length] = units.find(([, one]) => seconds >= 2 * one || seconds === one) ?? ['second', 1];
  const count = Math.ceil(seconds / length);
  return `${shown(count)} ${unit}${count === 1 ? '' : 's'}`;
}
