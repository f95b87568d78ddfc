import { describe, expect, it } from 'vitest';
import { credential, day, isValue, resolveValue, setting, valuesIn } from './value.ts';

const context = { settings: { region: 'eu', empty: null, days: 7 }, today: '2026-03-01' };

describe('values', () => {
  it('are frozen data that JSON carries', () => {
    const value = setting('start', { otherwise: day(-90) });
    expect(Object.isFrozen(value)).toBe(true);
    expect(JSON.parse(JSON.stringify(value))).toEqual(value);
    expect(isValue(JSON.parse(JSON.stringify(value)))).toBe(true);
  });

  it.each([null, 'setting', 7, {}, { $value: 'other' }, ['setting'], { setting: 'region' }])(
    'are not %j',
    (constant) => {
      expect(isValue(constant)).toBe(false);
      expect(resolveValue(constant, context)).toEqual(constant);
    },
  );

  it.each([
    ['a setting', setting('region'), 'eu'],
    ['a setting that is not set', setting('other'), undefined],
    ['a setting that is null', setting('empty', { otherwise: 'all' }), 'all'],
    ['a name every object has', setting('toString', { otherwise: 'none' }), 'none'],
    ['a fallback that is a value', setting('other', { otherwise: setting('days') }), 7],
    ['a mapped setting', setting('region', { map: { eu: 'eu.example.com' } }), 'eu.example.com'],
    ['a setting the map does not know', setting('days', { map: { eu: 1 }, otherwise: day(0) }), '2026-03-01'],
    ['a name every map has', setting('region', { map: { us: 1 } }), undefined],
    ['today', day(0), '2026-03-01'],
    ['the day before a month', day(-1), '2026-02-28'],
    ['a day to come', day(306), '2027-01-01'],
  ])('resolve: %s', (_, value, expected) => {
    expect(resolveValue(value, context)).toBe(expected);
  });

  it('resolve inside lists and objects, and leave open members out', () => {
    const constant = { range: [day(-1), { until: day(0), region: setting('other') }], limit: 100 };
    expect(resolveValue(constant, context)).toEqual({ range: ['2026-02-28', { until: '2026-03-01' }], limit: 100 });
    expect(valuesIn(constant)).toHaveLength(3);
    expect(valuesIn(setting('a', { otherwise: setting('b') }))).toHaveLength(2);
  });

  it('take a credential or the part of it that is asked for', () => {
    const fields: Readonly<Record<string, string>> = { api_key: 'secret-us21' };
    const withCredential = { ...context, credential: (field: string) => fields[field] };
    expect(resolveValue(credential('api_key'), withCredential)).toBe('secret-us21');
    expect(resolveValue(credential('api_key', { match: /-([a-z]{2,4}\d{1,3})$/ }), withCredential)).toBe('us21');
    expect(resolveValue(credential('api_key', { match: /^(\d+)$/ }), withCredential)).toBeUndefined();
    expect(resolveValue(credential('token', { match: /(.)/ }), withCredential)).toBeUndefined();
    expect(() => resolveValue(credential('api_key'), context)).toThrow('the credential api_key may only fill places');
  });

  it('refuse an expression that takes nothing, and half a day', () => {
    expect(() => credential('api_key', { match: /-us\d+$/ })).toThrow('must have a group');
    expect(() => credential('api_key', { match: /-(us\d+)$/g })).toThrow('no flags');
    expect(() => day(0.5)).toThrow('whole numbers');
  });
});
