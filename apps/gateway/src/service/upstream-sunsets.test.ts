import type { Connector } from '@connectory/connector-sdk';
import { ledger } from '@connectory/test-support/fixture-connectors';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UpstreamSunsetBody } from './schemas.ts';
import { announceSunsets, upcomingSunsets } from './upstream-sunsets.ts';

const day = 86_400_000;

function ending(id: string, sunset: string | null): Connector {
  return { ...ledger, id, upstream: { ...ledger.upstream, version: { pinned: '1', sunset } } };
}

describe('upcomingSunsets', () => {
  const noon = Date.parse('2027-01-01T12:00:00Z');
  const daysLeft = (sunset: string | null, now = noon) =>
    upcomingSunsets([ending('toys', sunset)], now).map(({ days_left }) => days_left);

  it('begins 60 days ahead', () => {
    expect(daysLeft('2027-03-02')).toEqual([60]);
    expect(daysLeft('2027-03-03')).toEqual([]);
    expect(daysLeft(null)).toEqual([]);
  });

  it('counts whole days in UTC, past the end as well', () => {
    expect(daysLeft('2027-01-02', Date.parse('2027-01-01T00:00:00Z'))).toEqual([1]);
    expect(daysLeft('2027-01-02', Date.parse('2027-01-01T23:59:59Z'))).toEqual([1]);
    expect(daysLeft('2027-01-01')).toEqual([0]);
    expect(daysLeft('2026-12-25')).toEqual([-7]);
  });

  it('names connector, version and day, the nearest first', () => {
    const connectors = [ending('later', '2027-02-01'), ending('never', null), ending('sooner', '2027-01-11')];
    expect(upcomingSunsets(connectors, noon)).toEqual([
      { connector: 'sooner', version: '1', sunset: '2027-01-11', days_left: 10 },
      { connector: 'later', version: '1', sunset: '2027-02-01', days_left: 31 },
    ]);
  });
});

describe('announceSunsets', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('warns at once and every day, until it is told to stop', () => {
    const lines: { level: number; connector: string; days_left: number }[] = [];
    const logger = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) });
    vi.setSystemTime('2027-01-01T12:00:00Z');
    const connectors = [ending('toys', '2027-01-11'), ending('books', '2027-03-03')];
    const stop = announceSunsets((): readonly UpstreamSunsetBody[] => upcomingSunsets(connectors, Date.now()), logger);
    const warned = () => lines.splice(0).map(({ level, connector, days_left }) => `${level} ${connector} ${days_left}`);
    expect(warned()).toEqual(['40 toys 10']);
    vi.advanceTimersByTime(day - 1);
    expect(warned()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(warned()).toEqual(['40 toys 9', '40 books 60']);
    stop();
    vi.advanceTimersByTime(10 * day);
    expect(warned()).toEqual([]);
  });
});
