import type { ReleasedAction, ReleasedConnector } from './released-connector.ts';

/** Months between the release that deprecates an action and the first day on which it may be removed. */
const noticeMonths = 6;

/** An action that is removed, or announced to be, earlier than VERSIONING.md promises. */
export interface NoticeFault {
  readonly where: string;
  readonly message: string;
}

/**
 * Returns the violations of the notice period between two releases: an action that was removed without a deprecation in the last release or
 * before its date, and a new deprecation with less than six months. Below version 1.0.0, actions may be removed without notice.
 */
export function noticeFaults(
  before: ReleasedConnector,
  after: ReleasedConnector,
  today: string,
): readonly NoticeFault[] {
  const promised = !before.version.startsWith('0.');
  const [was, is] = [actionsOf(before), actionsOf(after)];
  const removed = [...was].filter(([where]) => promised && !is.has(where));
  return [
    ...removed.flatMap(([where, { deprecated }]) => {
      if (deprecated === undefined) {
        return { where, message: 'is gone without notice. Put it back and mark it as deprecated first.' };
      }
      const until = deprecated.until;
      return today < until
        ? { where, message: `is gone before ${until}, the day its deprecation names. Put it back.` }
        : [];
    }),
    ...[...is].flatMap(([where, { deprecated }]) => {
      if (deprecated === undefined || was.get(where)?.deprecated !== undefined) return [];
      const least = monthsAfter(deprecated.since, noticeMonths);
      if (deprecated.until >= least) return [];
      return {
        where,
        message: `is deprecated until ${deprecated.until}, less than ${noticeMonths} months. Say ${least} or later.`,
      };
    }),
  ];
}

function actionsOf({ entities }: ReleasedConnector): ReadonlyMap<string, ReleasedAction> {
  return new Map(
    Object.entries(entities).flatMap(([entity, { actions }]) =>
      Object.entries(actions).map(([action, facts]) => [`${entity}/${action}`, facts] as const),
    ),
  );
}

// A day that the month does not have becomes its last day.
function monthsAfter(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  date.setUTCDate(Math.min(wanted, date.getUTCDate()));
  return date.toISOString().slice(0, 10);
}
