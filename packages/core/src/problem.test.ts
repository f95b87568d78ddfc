import { type ErrorCode, errorTable, GatewayError } from '@connectory/errors';
import { describe, expect, it } from 'vitest';
import { problemOf } from './problem.ts';
import { toGatewayError } from './to-gateway-error.ts';

describe('problemOf', () => {
  it.each(Object.keys(errorTable) as ErrorCode[])('describes %s as the table says', (code) => {
    const { status, title, origin, retryable } = errorTable[code];
    expect(problemOf(new GatewayError(code, 'What happened.'), 'r-1')).toEqual({
      type: `urn:connectory:error:${code}`,
      title,
      status,
      detail: 'What happened.',
      code,
      message: 'What happened.',
      errors: [],
      origin,
      retryable,
      request_id: 'r-1',
    });
  });

  it('adds what is known beyond that', () => {
    const errors = [{ field: '/params/a', message: 'is required', error_code: 'required' }];
    const upstream = { status: 500, code: 'x', message: 'y', request_id: 'z' };
    const error = new GatewayError('upstream_unavailable', 'Failed.', {
      errors,
      upstream,
      outcome: 'unknown',
      retryable: false,
    });
    expect(problemOf(error, 'r-2')).toMatchObject({ errors, upstream, outcome: 'unknown', retryable: false });
  });

  it('never shows causes and stacks', () => {
    const error = new GatewayError('internal', 'Failed.', { cause: new Error('canary-of-the-cause') });
    expect(JSON.stringify(problemOf(error, 'r-3'))).not.toMatch(/canary|stack|cause|\.ts/);
  });
});

describe('toGatewayError', () => {
  it('passes the documented errors on', () => {
    const error = new GatewayError('forbidden', 'No.');
    expect(toGatewayError(error)).toBe(error);
  });

  it.each([[new TypeError('canary')], ['canary'], [undefined], [{ code: 'forbidden', message: 'canary' }]])(
    'hides the text of everything else, and keeps it as the cause: %j',
    (thrown) => {
      const error = toGatewayError(thrown);
      expect(error).toMatchObject({ code: 'internal', status: 500, retryable: false });
      expect(error.message).not.toContain('canary');
      expect(error.cause).toBe(thrown);
    },
  );
});
