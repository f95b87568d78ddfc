import { type ErrorCode, errorTable, GatewayError, type GatewayErrorOptions, problemOf } from '@connectory/errors';
import { expect, it } from 'vitest';
import { problemSchema } from './problem.ts';
import { problemExample } from './problem-example.ts';

const codes = Object.keys(errorTable) as ErrorCode[];

it.each(codes)('shows %s as the gateway returns it', (code) => {
  const example = problemExample(code);
  const { errors, retryable, outcome, upstream } = example;
  const options = { errors, retryable, outcome, upstream } as GatewayErrorOptions;
  expect(example).toEqual(problemOf(new GatewayError(code, example.message, options), example.request_id));
  expect(problemSchema.parse(example)).toEqual(example);
});
