import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorTable, GatewayError } from './errors.ts';

const entries = Object.entries(errorTable) as [ErrorCode, (typeof errorTable)[ErrorCode]][];

describe('errorTable', () => {
  it.each(entries)('%s is complete', (code, { status, title, sentence }) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(title).toMatch(/^[A-Z][A-Za-z ]+$/);
    expect(sentence).toMatch(/^\w+( [^.]+)+\.$/);
  });

  it('has each title once', () => {
    expect(new Set(entries.map(([, { title }]) => title)).size).toBe(entries.length);
  });

  it('keeps a rejected credential apart from a caller who is not signed in', () => {
    expect(errorTable.credential_rejected).toMatchObject({ status: 424, origin: 'credential' });
    expect(errorTable.unauthenticated).toMatchObject({ status: 401, origin: 'caller' });
  });

  it('calls no error of the caller retryable, except waiting and sending again', () => {
    const retryable = entries.filter(([, { origin, retryable }]) => origin === 'caller' && retryable);
    expect(retryable.map(([code]) => code)).toEqual(['request_timeout', 'rate_limited', 'quota_exceeded']);
  });
});

describe('GatewayError', () => {
  it('takes status, origin and retryability from its code', () => {
    const error = new GatewayError('upstream_timeout', 'Stripe did not respond within 30 s; try again.');
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'GatewayError',
      code: 'upstream_timeout',
      message: 'Stripe did not respond within 30 s; try again.',
      status: 504,
      origin: 'upstream',
      retryable: true,
      errors: [],
      upstream: undefined,
      outcome: undefined,
      retryAfterSeconds: undefined,
    });
    expect('cause' in error).toBe(false);
  });

  it('carries its details', () => {
    const cause = new Error('socket closed');
    const details = {
      errors: [{ field: '/params/id', message: 'id is missing', error_code: 'required' }],
      retryAfterSeconds: 3,
      retryable: false,
      upstream: { status: 503, code: 'busy' },
      outcome: 'unknown',
      cause,
    } as const;
    expect(new GatewayError('upstream_unavailable', 'No answer.', details)).toMatchObject(details);
  });

  it('is recognized across copies of this package, and by its code', () => {
    const foreign = { [Symbol.for('connectory.gateway-error')]: true, code: 'not_found' };
    expect(GatewayError.is(foreign)).toBe(true);
    expect(GatewayError.is(foreign, 'not_found')).toBe(true);
    expect(GatewayError.is(foreign, 'conflict')).toBe(false);
  });

  it.each([[new Error('x')], [{ code: 'not_found' }], [null], [undefined], ['not_found'], [() => 1]])(
    'is not %s',
    (value) => {
      expect(GatewayError.is(value)).toBe(false);
    },
  );
});
