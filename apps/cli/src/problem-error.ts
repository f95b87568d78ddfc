/** One error in what was typed; `field` is a JSON pointer into the JSON argument. */
interface FieldFault {
  readonly field: string;
  readonly message: string;
  readonly error_code: string;
  readonly did_you_mean?: string;
}

/** The fields of a problem document that the command reads; the others are printed as they came. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly FieldFault[];
  readonly retryable?: boolean;
  readonly request_id?: string;
  readonly outcome?: 'unknown';
  readonly upstream?: {
    readonly status: number;
    readonly code?: string;
    readonly message?: string;
    readonly request_id?: string;
  };
}

/** Why the command ends without a result, as the problem document that it prints. */
export class ProblemError extends Error {
  readonly problem: Problem;
  /** How the command ends, where the status of the problem does not say it. */
  readonly exitCode: number | undefined;

  constructor(problem: Problem, { cause, exitCode }: { readonly cause?: unknown; readonly exitCode?: number } = {}) {
    super(problem.message, { cause });
    this.name = 'ProblemError';
    this.problem = problem;
    this.exitCode = exitCode;
  }
}

/** What is wrong with what was typed: exit code 4. */
export function invalidInput(
  message: string,
  errors: readonly FieldFault[] = [],
  code = 'malformed_request',
): ProblemError {
  return new ProblemError({ status: 400, code, message, errors });
}

/** Rethrows what went wrong on this machine, whose message says what to change, as a problem. */
export const endWith =
  (code: string) =>
  (error: unknown): never => {
    const message = error instanceof Error ? error.message : String(error);
    throw new ProblemError({ status: 0, code, message }, { cause: error });
  };
