import { GatewayError, problemOf } from '@connectory/errors';
import { expect, it } from 'vitest';
import { isAirbyteClient, presentProblem } from './client.ts';

it.each([
  [true, { 'x-adp-agent-sdk': 'airbyte-agent-sdk' }],
  [true, { 'x-adp-agent-cli': '0.9.0' }],
  [true, { 'x-adp-agent-sdk': '' }],
  [true, { 'x-adp-agent-sdk': 'a, b', 'x-adp-agent-cli': '{"status":"success"}' }],
  [true, { 'user-agent': 'PyAirbyte Client' }],
  [false, {}],
  [false, { 'user-agent': 'airbyte-agent/0.9.0', 'x-organization-id': 'one' }],
])('says %s of %o', (expected, headers) => {
  expect(isAirbyteClient({ headers })).toBe(expected);
});

it('adds a sentence to each error and leaves the rest as it is', () => {
  const errors = [
    { field: '/params/limt', message: 'is not a known name', error_code: 'unknown_name', did_you_mean: 'limit' },
    { field: '/entity', message: 'is required', error_code: 'required' },
  ];
  const problem = problemOf(new GatewayError('invalid_params', 'params.limt is not a known name.', { errors }), 'one');
  const { errors: presented, ...rest } = presentProblem(problem);
  expect({ ...rest, errors }).toEqual(problem);
  expect(presented).toEqual([
    { ...errors[0], userPresentableMessage: 'params.limt is not a known name. Did you mean "limit"?' },
    { ...errors[1], userPresentableMessage: 'entity is required.' },
  ]);
});
