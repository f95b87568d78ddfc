import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  firstHeader,
  headerText,
  limitHeaderNames,
  remoteHeaderNames,
  resetSeconds,
  retryAfterSeconds,
} from './response-headers.ts';

const now = Date.UTC(2026, 0, 1);
const counted = { remaining: 'x-left', reset: { header: 'x-reset', unit: 'seconds-from-now' } } as const;
const dated = { remaining: 'x-left', reset: { header: 'x-reset', unit: 'unix-seconds' } } as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => {
  vi.useRealTimers();
});

it('takes the first of several headers', () => {
  expect(firstHeader({ one: 'a', many: ['b', 'c'] }, 'one')).toBe('a');
  expect(firstHeader({ one: 'a', many: ['b', 'c'] }, 'many')).toBe('b');
  expect(firstHeader({}, 'none')).toBeUndefined();
});

it('joins several Link headers, whose next page may be in any of them', () => {
  const headers = { link: ['<a>; rel="preload"', '<https://x.example/y?page=2>; rel="next"'], other: ['b', 'c'] };
  const joined = '<a>; rel="preload", <https://x.example/y?page=2>; rel="next"';
  expect(headerText(headers, 'link')).toBe(joined);
  expect(headerText(headers, 'other')).toBe('b');
  expect(remoteHeaderNames({ ...headers, 'set-cookie': 'a' })).toEqual(['link', 'other']);
});

it('names the headers that report rate limits, and no value', () => {
  const headers = { date: 'now', 'x-ratelimit-limit': '5', 'x-left': '1', 'retry-after': '9' };
  const others = { 'shop-api-call-limit': '1/40', 'content-length': '7', 'ratelimit-policy': ['a', 'b'] };
  expect(limitHeaderNames({ ...headers, ...others }, counted)).toEqual([
    'ratelimit-policy',
    'retry-after',
    'shop-api-call-limit',
    'x-left',
    'x-ratelimit-limit',
  ]);
  expect(limitHeaderNames(headers, undefined)).not.toContain('x-left');
});

describe('retryAfterSeconds', () => {
  it.each([
    ['120', 120],
    ['0', 1],
    ['1.2', 2],
    [new Date(now + 90_000).toUTCString(), 90],
    [new Date(now - 90_000).toUTCString(), 1],
    ['1'.repeat(400), 86_400],
  ])('reads %j', (value, seconds) => {
    expect(retryAfterSeconds({ 'retry-after': value }, undefined)).toBe(seconds);
  });

  it('does not take the end of a budget that is not used up', () => {
    expect(retryAfterSeconds({ 'x-left': '12', 'x-reset': '9' }, counted)).toBeUndefined();
    expect(retryAfterSeconds({ 'x-left': '0', 'x-reset': '9' }, counted)).toBe(9);
  });

  it('falls back to the reset header of the vendor', () => {
    expect(retryAfterSeconds({ 'retry-after': 'later', 'x-reset': '9' }, counted)).toBe(9);
    expect(retryAfterSeconds({ 'x-reset': '9' }, undefined)).toBeUndefined();
    expect(retryAfterSeconds({}, counted)).toBeUndefined();
  });
});

describe('resetSeconds', () => {
  it('counts from now, or to a Unix time', () => {
    expect(resetSeconds({ 'x-reset': '2.1' }, counted)).toBe(3);
    expect(resetSeconds({ 'x-reset': String(now / 1000 + 45) }, dated)).toBe(45);
    expect(resetSeconds({ 'x-reset': String(now / 1000 - 45) }, dated)).toBe(1);
    expect(resetSeconds({ 'x-reset': String(now) }, dated)).toBe(86_400);
    expect(resetSeconds({ 'x-reset': 'tomorrow' }, dated)).toBeUndefined();
  });
});
