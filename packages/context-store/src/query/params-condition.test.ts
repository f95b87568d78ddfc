import { describe, expect, it } from 'vitest';
import { parseParamsCondition } from './params-condition.ts';

const matches = (when: object, params: Readonly<Record<string, unknown>>) =>
  parseParamsCondition(when, ['hold', 'when']).mayMatch(params);

describe('a condition over params', () => {
  it('matches as a search would', () => {
    const large = { gt: { amount: 10_000 } };
    expect(matches(large, { amount: 10_001 })).toBe(true);
    expect(matches(large, { amount: 10_000 })).toBe(false);
    expect(matches(large, {})).toBe(false);
    expect(matches(large, { amount: 2n ** 70n })).toBe(true);
    expect(matches({ eq: { 'ticket.priority': 'high' } }, { ticket: { priority: 'high' } })).toBe(true);
    expect(matches({ not: { like: { to: '%@acme.example' } } }, { to: 'ada@Acme.example' })).toBe(false);
    expect(matches({ not: { like: { to: '%@acme.example' } } }, { to: 'ada@evil.example' })).toBe(true);
    expect(matches({}, { anything: 1 })).toBe(true);
  });

  it('matches values that it cannot compare, so that none gets past it as another type', () => {
    const large = { gt: { amount: 10_000 } };
    for (const amount of ['20000', ['20000'], { value: 20_000 }, true]) expect(matches(large, { amount })).toBe(true);
    expect(matches({ eq: { to: 'a' } }, { to: ['a'] })).toBe(true);
    expect(matches({ in: { to: ['a', 'b'] } }, { to: ['a'] })).toBe(true);
    expect(matches({ like: { to: 'x' } }, { to: ['a'] })).toBe(true);
    expect(matches({ like: { to: 'x' } }, { to: 'y'.repeat(20_000) })).toBe(true);
    expect(matches({ contains: { to: 'x' } }, { to: 'x' })).toBe(true);
    expect(matches({ any: { lines: { gt: { amount: 5 } } } }, { lines: [{ amount: '9' }] })).toBe(true);
    expect(matches({ any: { lines: { gt: { amount: 5 } } } }, { lines: [{ amount: 1 }] })).toBe(false);
    expect(matches({ not: { eq: { amount: 1 } } }, { amount: '1' })).toBe(true);
  });

  it('is refused with the place of what is wrong', () => {
    expect(() => matches({ bigger: { amount: 1 } }, {})).toThrow('hold.when.bigger is not an operator');
    expect(() => matches({ eq: { '': 1 } }, {})).toThrow('is not a field name');
  });
});
