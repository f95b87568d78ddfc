import type { ProblemError } from './problem-error.ts';

/** How the command ended: DESIGN section 9. */
export const exitCodes = { ok: 0, other: 1, authorization: 2, notFound: 3, validation: 4 } as const;

/** The exit code for a problem the gateway answered with. */
export function exitCodeOf({ problem: { status } }: ProblemError): number {
  if (status === 401 || status === 403) return exitCodes.authorization;
  if (status === 404) return exitCodes.notFound;
  if (status === 400 || status === 413 || status === 415 || status === 422) return exitCodes.validation;
  return exitCodes.other;
}
