import { GatewayError } from '@connectory/errors';
import { expect, it } from 'vitest';
import { toGatewayError } from './to-gateway-error.ts';

/** An error of another copy of the SDK: the brand is what the copies share. */
const foreign = (fields: object) =>
  Object.assign(new Error('of another copy'), { [Symbol.for('connectory.gateway-error')]: true, ...fields });

it('passes an error on', () => {
  const error = new GatewayError('invalid_params', 'no');
  expect(toGatewayError(error)).toBe(error);
});

it('takes over an error of another copy of the SDK', () => {
  const errors = [{ field: '/params/id', message: 'is wrong', error_code: 'wrong' }];
  const error = toGatewayError(
    foreign({ code: 'invalid_params', errors, retryable: true, retryAfterSeconds: 3, outcome: 'unknown' }),
  );
  expect(error).toBeInstanceOf(GatewayError);
  expect(error).toMatchObject({
    status: 422,
    message: 'of another copy',
    errors,
    retryable: true,
    retryAfterSeconds: 3,
    outcome: 'unknown',
  });
});

it.each([foreign({ code: 'out_of_paper' }), foreign({ code: 'toString' }), foreign({}), new Error('secret'), 'text'])(
  'calls everything else unexpected, without its text: %s',
  (thrown) => {
    const error = toGatewayError(thrown);
    expect(error).toMatchObject({ code: 'internal', status: 500, cause: thrown });
    expect(error.message).not.toMatch(/secret|copy/);
  },
);
