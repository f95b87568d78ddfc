import { basename } from 'node:path';
import type { FindActionsBench, RankedWishes } from './find-actions-bench.ts';

type Wishes = RankedWishes['wishes'];

/** Renders, for each connector, how often the correct action was first and among the first three, and every wish for which it was not. */
export function findActionsReport({ actions, buildMilliseconds, megabytes, files }: FindActionsBench): string {
  const cost = `${actions} actions: the index takes ${buildMilliseconds.toFixed(0)} ms and ${megabytes.toFixed(1)} MB`;
  return [cost, ...files.map(reportOf)].join('\n\n');
}

function reportOf({ file, wishes, millisecondsPerWish }: RankedWishes): string {
  const connectors = [...new Set(wishes.map(({ connector }) => connector))];
  const rows = connectors.map((id) =>
    row(
      id,
      wishes.filter(({ connector }) => connector === id),
    ),
  );
  const misses = wishes
    .filter(({ rank }) => rank === undefined || rank > 3)
    .map(
      ({ connector, wish, rank, answers, found }) =>
        `${connector}: "${wish}"\n  wanted ${answers.join(' or ')}\n  at ${rank ?? 'no place'}; found ${found.join(', ') || 'nothing'}`,
    );
  return [
    `${basename(file)}: ${wishes.length} wishes, ${millisecondsPerWish.toFixed(1)} ms each`,
    line(['connector', 'wishes', 'hit@1', 'hit@3', 'MRR']),
    ...rows,
    row('all', wishes),
    ...(misses.length === 0 ? [] : ['', 'not among the first three:', ...misses]),
  ].join('\n');
}

function row(name: string, wishes: Wishes): string {
  const within = (most: number) => wishes.filter(({ rank }) => rank !== undefined && rank <= most).length;
  const share = (count: number) => `${((100 * count) / wishes.length).toFixed(1)} %`;
  const reciprocal = wishes.reduce((sum, { rank }) => sum + (rank === undefined ? 0 : 1 / rank), 0);
  return line([
    name,
    String(wishes.length),
    share(within(1)),
    share(within(3)),
    (reciprocal / wishes.length).toFixed(3),
  ]);
}

const line = ([name = '', ...figures]: readonly string[]) =>
  [name.padEnd(24), ...figures.map((figure) => figure.padStart(8))].join('  ');
