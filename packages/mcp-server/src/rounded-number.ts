import { CallProblem } from './call-problem.ts';

/**
 * Throws `invalid_params` for an integer beyond 2^53: a transport that reads JSON as JavaScript does has rounded it already, and it would
 * name another record. Over HTTP such integers arrive whole, as `bigint`.
 */
export function refuseRoundedNumbers(value: unknown, path = ''): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const field = path || '/';
    throw new CallProblem(
      {
        code: 'invalid_params',
        message: `${field.slice(1).replaceAll('/', '.')} is an integer beyond 2^53, which is rounded over standard input.`,
        errors: [{ field, message: 'is beyond the integers that arrive whole' }],
      },
      { nextStep: 'Send it as a string if the parameter accepts one, or connect over HTTP.' },
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) refuseRoundedNumbers(member, `${path}/${name.slice(0, 100)}`);
}
