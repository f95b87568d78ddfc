import { ConnectoryError } from '@connectory/client';
import { ProblemError } from './problem-error.ts';

/** How the command ended. */
export const exitCodes = { ok: 0, other: 1, authorization: 2, notFound: 3, validation: 4 } as const;

const byStatus: Readonly<Record<number, number>> = {
  400: exitCodes.validation,
  401: exitCodes.authorization,
  403: exitCodes.authorization,
  404: exitCodes.notFound,
  413: exitCodes.validation,
  415: exitCodes.validation,
  422: exitCodes.validation,
};

/**
 * The exit code for a failure. 424 is about the credential stored in a connection and not about who runs the command, so that it is 1;
 * where the credential was given to the command itself, the error says so.
 */
export function exitCodeOf(error: unknown): number {
  if (error instanceof ProblemError) return error.exitCode ?? byStatus[error.problem.status] ?? exitCodes.other;
  return error instanceof ConnectoryError ? (byStatus[error.status] ?? exitCodes.other) : exitCodes.other;
}
