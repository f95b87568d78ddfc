import type { FieldError, Problem } from '@connectory/errors';

/**
 * Adds `userPresentableMessage` to each error of a problem. Existing clients of the hosted service show this text, and without it only the
 * message, which does not name the invalid field (spec/drop-in.md).
 */
export function presentProblem(problem: Problem): Problem {
  return { ...problem, errors: problem.errors.map((fault) => ({ ...fault, userPresentableMessage: sentence(fault) })) };
}

function sentence({ field, message, did_you_mean: near }: FieldError): string {
  const place = field.slice(1).replaceAll('/', '.');
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  return `${place} ${message}.${hint}`;
}
