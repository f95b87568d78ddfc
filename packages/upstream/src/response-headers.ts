import type { LimitRules } from '@connectory/connector-sdk/engine';
import type { ResponseHeaders } from './exchange.ts';

/** The first value of a header, undefined when it was not sent. */
export function firstHeader(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The value of a header; several `Link` lines are one list, as RFC 9110, section 5.3, says. Undefined when it was not sent. */
export function headerText(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name];
  return name === 'link' && Array.isArray(value) ? value.join(', ') : firstHeader(headers, name);
}

/** The names of the headers that the code of a connector in an interpreter may look at: all but those that may hold a credential. */
export function remoteHeaderNames(headers: ResponseHeaders): readonly string[] {
  return Object.keys(headers).filter((name) => !/cookie|token|secret|authori[sz]ation|authenticate/.test(name));
}

const maxLimitHeaders = 20;

/** The names of the headers that report rate limits, sorted: those that the connector declares, and those whose names say so. */
export function limitHeaderNames(headers: ResponseHeaders, limits: LimitRules | undefined): readonly string[] {
  const declared = [limits?.remaining, limits?.limit, limits?.reset?.header];
  const isLimit = (name: string) => /rate-?limit|call-limit|quota|^retry-after$/.test(name) || declared.includes(name);
  return Object.keys(headers)
    .filter((name) => name.length <= 100 && isLimit(name))
    .sort()
    .slice(0, maxLimitHeaders);
}

// A wrong clock or header of an upstream must not lock a credential out for good.
const maxSeconds = 24 * 60 * 60;

/**
 * Whole seconds, at most a day, until the upstream accepts requests again: from `Retry-After` (seconds or HTTP date), otherwise from the
 * vendor's reset header, unless its limit headers say that requests are left. Undefined if neither is present.
 */
export function retryAfterSeconds(headers: ResponseHeaders, limits: LimitRules | undefined): number | undefined {
  const given = firstHeader(headers, 'retry-after');
  if (given !== undefined) {
    const seconds = delaySeconds(given);
    if (seconds !== undefined) return seconds;
    const date = Date.parse(given);
    if (!Number.isNaN(date)) return bounded(secondsUntil(date));
  }
  const left = limits?.remaining === undefined ? undefined : firstHeader(headers, limits.remaining);
  return limits === undefined || (left !== undefined && left !== '0') ? undefined : resetSeconds(headers, limits);
}

/** Whole seconds, at most a day, of a delay written as a number or as text: `7`, `1.5` or `1.5s`. Undefined for anything else. */
export function delaySeconds(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  const written = typeof text === 'string' ? /^(\d+(?:\.\d+)?)s?$/.exec(text) : null;
  return written === null ? undefined : bounded(Number(written[1]));
}

/** Whole seconds, at most a day, until the vendor's budget is renewed, from its reset header. */
export function resetSeconds(headers: ResponseHeaders, { reset }: LimitRules): number | undefined {
  if (reset === undefined) return undefined;
  const value = Number(firstHeader(headers, reset.header) ?? Number.NaN);
  if (!Number.isFinite(value)) return undefined;
  return bounded(reset.unit === 'unix-seconds' ? secondsUntil(value * 1000) : value);
}

const maxDailyWait = 60 * 60;

/** Seconds until a limit of a day may have ended: to the next midnight of UTC, but at most an hour, as the vendor's day may end earlier. */
export function dailyResetSeconds(): number {
  const midnight = new Date().setUTCHours(24, 0, 0, 0);
  return Math.min(maxDailyWait, bounded(secondsUntil(midnight)));
}

const secondsUntil = (time: number) => (time - Date.now()) / 1000;
const bounded = (seconds: number) => Math.min(maxSeconds, Math.max(1, Math.ceil(seconds)));
