import type { IncomingMessage } from 'node:http';
import { type Problem, type FieldError } from '@connectory/errors';
import { presentProblems } from '../http/respond.ts';

/**
 * Whether a request comes from an existing client of the hosted service, which sends `X-ADP-Agent-SDK` or `X-ADP-Agent-CLI` with any value
 * (spec/drop-in.md).
 */
export function isAgentClient({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['x-adp-agent-sdk'] !== undefined || headers['x-adp-agent-cli'] !== undefined;
}

/** Sends the problems of a request of such a client in the form that the client reads. */
export function prepareAgentRequest(request: IncomingMessage): void {
  if (isAgentClient(request)) presentProblems(request, presentProblem);
}

/**
 * Adds `userPresentableMessage` to each error of a problem. Existing clients of the hosted service show this text, and without it only the
 * message, which does not name the invalid field (spec/drop-in.md).
 */
export function presentProblem(problem: Problem): Problem {
  return { ...problem, errors: problem.errors.map((error) => ({ ...error, userPresentableMessage: sentence(error) })) };
}

function sentence({ field, message, did_you_mean: near }: FieldError): string {
  const name = field.slice(1).replaceAll('/', '.');
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  return `${name} ${message}.${hint}`;
}
