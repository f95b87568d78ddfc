import { ConnectoryError } from '@connectory/client';
import { ProblemError } from './problem-error.ts';

/** The exit codes of the command. */
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
 * The exit code for a failure. A 424 is about the credential of a connection, not about the person who runs the command, so it is 1; if the
 * credential was given to the command itself, the error has its own code.
 */
export function exitCodeOf(error: unknown): number {
  if (error instanceof ProblemError) return error.exitCode ?? byStatus[error.problem.status] ?? exitCodes.other;
  return error instanceof ConnectoryError ? (byStatus[error.status] ?? exitCodes.other) : exitCodes.other;
}
