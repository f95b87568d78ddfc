import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorTable, GatewayError } from './errors.ts';
import { asGatewayError, problemOf } from './problem.ts';

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

/** An error of another copy of the SDK: the brand is what the copies share. */
const foreign = (fields: object) =>
  Object.assign(new Error('of another copy'), { [Symbol.for('connectory.gateway-error')]: true, ...fields });

describe('asGatewayError', () => {
  it('passes the documented errors on', () => {
    const error = new GatewayError('forbidden', 'No.');
    expect(asGatewayError(error)).toBe(error);
  });

  it.each([[new TypeError('canary')], ['canary'], [undefined], [{ code: 'forbidden', message: 'canary' }]])(
    'hides the text of everything else, and keeps it as the cause: %j',
    (thrown) => {
      const error = asGatewayError(thrown);
      expect(error).toMatchObject({ code: 'internal', status: 500, retryable: false });
      expect(error.message).not.toContain('canary');
      expect(error.cause).toBe(thrown);
    },
  );

  it('takes over an error of another copy of the SDK', () => {
    const errors = [{ field: '/params/id', message: 'is wrong', error_code: 'wrong' }];
    const error = asGatewayError(
      foreign({
        code: 'invalid_params',
        errors,
        retryable: true,
        retryAfterSeconds: 3,
        outcome: 'unknown',
        pageTooHeavy: true,
        othersMaySucceed: true,
      }),
    );
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({
      status: 422,
      message: 'of another copy',
      errors,
      retryable: true,
      retryAfterSeconds: 3,
      outcome: 'unknown',
      pageTooHeavy: true,
      othersMaySucceed: true,
    });
  });

  it.each([foreign({ code: 'out_of_paper' }), foreign({ code: 'toString' }), foreign({}), new Error('secret'), 'text'])(
    'calls everything else unexpected, without its text: %s',
    (thrown) => {
      const error = asGatewayError(thrown);
      expect(error).toMatchObject({ code: 'internal', status: 500, cause: thrown });
      expect(error.message).not.toMatch(/secret|copy/);
    },
  );
});
