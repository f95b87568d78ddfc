import type { Connector } from '@connectory/connector-sdk';
import type { Logger } from 'pino';
import type { UpstreamSunsetBody } from './schemas.ts';

const day = 86_400_000;

/** How many days ahead the end of an upstream API version is shown and logged. */
const shownDays = 60;

/**
 * Returns the pinned API versions that their vendors stop serving within a number of days, or have stopped serving, the nearest first. Days are
 * counted in UTC, from `now` in milliseconds.
 */
export function upcomingSunsets(
  connectors: readonly Connector[],
  now: number,
  noticeDays: number = shownDays,
): readonly UpstreamSunsetBody[] {
  const today = Math.floor(now / day);
  return connectors
    .flatMap(({ id, upstream }): UpstreamSunsetBody[] => {
      const { pinned, sunset } = upstream.version;
      if (sunset === null) return [];
      return [{ connector: id, version: pinned, sunset, days_left: Date.parse(sunset) / day - today }];
    })
    .filter(({ days_left: daysLeft }) => daysLeft <= noticeDays)
    .sort((one, other) => one.days_left - other.days_left);
}

/** Logs a warning for each of these API versions, now and every day, until the returned function is called. */
export function announceSunsets(sunsets: () => readonly UpstreamSunsetBody[], logger: Logger): () => void {
  const announce = () => {
    for (const sunset of sunsets()) logger.warn(sunset, 'the vendor stops serving the API version of this connector');
  };
  announce();
  const timer = setInterval(announce, day);
  timer.unref();
  return () => clearInterval(timer);
}
