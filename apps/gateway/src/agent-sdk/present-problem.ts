import type { Problem } from '@connectory/core';
import type { FieldError } from '@connectory/errors';

/**
 * A problem with `userPresentableMessage` beside each fault: existing clients of the hosted service show that text, and otherwise only
 * the message of the fault, which does not say what is faulty (spec/drop-in.md).
 */
export function presentProblem(problem: Problem): Problem {
  return { ...problem, errors: problem.errors.map((fault) => ({ ...fault, userPresentableMessage: sentence(fault) })) };
}

function sentence({ field, message, did_you_mean: near }: FieldError): string {
  const place = field.slice(1).replaceAll('/', '.');
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  return `${place} ${message}.${hint}`;
}
