import { asGatewayError, problemOf } from '@connectory/errors';
import type { DescribedAction } from './calls.ts';

/** The members of a problem document (spec/errors.md) that tools pass on. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly origin?: string | undefined;
  readonly retryable?: boolean | undefined;
  readonly errors?: readonly ProblemDetail[] | undefined;
  readonly outcome?: string | undefined;
  readonly upstream?: unknown;
  /** Where to continue after `changes_expired`. */
  readonly cursor?: string | undefined;
  readonly request_id?: string | undefined;
}

/** One fault of a call; `field` is a JSON pointer into the envelope. */
interface ProblemDetail {
  readonly field: string;
  readonly message: string;
  readonly did_you_mean?: string | undefined;
}

/** Why a call gave no result, as the problem document of the gateway. */
export class CallProblem extends Error {
  readonly problem: Problem;
  /** Seconds to wait before a retry, as a whole number, if known. */
  readonly retryAfterSeconds: number | undefined;
  /** What to do next, if the problem itself does not say it. */
  readonly nextStep: string | undefined;
  /** The action that was called, whose parameters help where those of the call were wrong. */
  action: DescribedAction | undefined;

  constructor(
    problem: Problem,
    {
      retryAfterSeconds,
      nextStep,
      cause,
    }: {
      readonly retryAfterSeconds?: number | undefined;
      readonly nextStep?: string | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(problem.message, cause === undefined ? undefined : { cause });
    this.name = 'CallProblem';
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
    this.nextStep = nextStep;
  }
}

/** Converts anything thrown to a `CallProblem`; a `GatewayError` keeps all its details. */
export function toCallProblem(thrown: unknown): CallProblem {
  if (thrown instanceof CallProblem) return thrown;
  const error = asGatewayError(thrown);
  const { request_id: _none, ...problem } = problemOf(error, '');
  const { retryAfterSeconds, cause = thrown } = error;
  return new CallProblem(problem, { retryAfterSeconds, cause });
}
