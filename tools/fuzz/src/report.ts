import type { FuzzResult } from './run-fuzz.ts';

/**
 * Renders a result as text: numbers by status, links that led to a success, and each error with a curl command; a repeated error is shown
 * once.
 */
export function renderReport({ requests, statuses, faults, followedLinks }: FuzzResult): string {
  const counts = [...statuses].sort(([one], [other]) => (one < other ? -1 : 1));
  const groups = Map.groupBy(faults, ({ operation, message }) => `${operation}\n${message.slice(0, 200)}`);
  return [
    'status  answers',
    ...counts.map(([status, number]) => `${status.padEnd(6)}  ${String(number).padStart(7)}`),
    ...[...followedLinks].map(([name, links]) => `${name}: ${links} links led on.`),
    '',
    ...[...groups.values()].flatMap((group) => {
      const [fault] = group;
      if (fault === undefined) return [];
      const { operation, message, pass, curl } = fault;
      return [`${operation}  (${group.length} times, first in: ${pass})`, message, ...(curl ? [curl] : []), ''];
    }),
    `${requests} requests, ${faults.length} faults.`,
    '',
  ].join('\n');
}
