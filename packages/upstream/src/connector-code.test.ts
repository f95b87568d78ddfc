import { GatewayError } from '@connectory/errors';
import { describe, expect, it } from 'vitest';
import type { UpstreamCall } from './call.ts';
import { buildingRequest, requireValue, runConnectorCode } from './connector-code.ts';

const callOf = (name: string) => ({ name, connection: { connector: { id: 'acme' } } }) as unknown as UpstreamCall;
const read = callOf('list');
const write = callOf('create');
const fail = (thrown: unknown) => () => {
  throw thrown;
};

/** What some code of a connector ends with. */
function errorOf(work: () => unknown): GatewayError {
  try {
    work();
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

describe('code of a connector', () => {
  it('gives its value', () => {
    expect(runConnectorCode(read, 'reading a record', () => 5)).toBe(5);
    expect(requireValue(read, 'reading a record', null)).toBeNull();
  });

  it('that throws is named, with what it threw as the cause', () => {
    const thrown = new Error('secret words');
    const error = errorOf(() => runConnectorCode(read, 'reading a record', fail(thrown)));
    expect(error).toMatchObject({ code: 'internal', cause: thrown, outcome: undefined });
    expect(error.message).toBe(
      'The connector acme failed while reading a record. This is a bug in the connector; the log has the details under this request ID.',
    );
  });

  it('may refuse on purpose', () => {
    const refusal = new GatewayError('invalid_params', 'no');
    expect(errorOf(() => runConnectorCode(read, 'reading a record', fail(refusal)))).toBe(refusal);
  });

  it.each([() => Promise.resolve(5), () => Promise.reject(new Error('late'))])(
    'must not be asynchronous',
    (work: () => unknown) => {
      const error = errorOf(() => runConnectorCode(read, 'reading a record', work));
      expect(error.cause).toEqual(new TypeError('a promise was returned instead of a value'));
    },
  );

  it('that fails after a write leaves its outcome open, and one before it does not', () => {
    expect(errorOf(() => runConnectorCode(write, 'reading a record', fail('x')))).toMatchObject({ outcome: 'unknown' });
    const before = errorOf(() => runConnectorCode(write, buildingRequest, fail('x')));
    expect(before.outcome).toBeUndefined();
  });
});
