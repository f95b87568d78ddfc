import { GatewayError, problemOf } from '@connectory/errors';
import { expect, it } from 'vitest';
import { presentProblem } from './present-problem.ts';

it('says of each fault what is faulty, and leaves the rest as it is', () => {
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
