/** One error in the input; `field` is a JSON pointer into the JSON argument. */
interface FieldError {
  readonly field: string;
  readonly message: string;
  readonly error_code: string;
  readonly did_you_mean?: string;
}

/** The fields of a problem document that the command reads; other fields are printed as received. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly FieldError[];
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

/** Ends the command without a result; carries the problem document to print. */
export class ProblemError extends Error {
  readonly problem: Problem;
  /** The exit code, if it does not follow from the status of the problem. */
  readonly exitCode: number | undefined;

  constructor(problem: Problem, { cause, exitCode }: { readonly cause?: unknown; readonly exitCode?: number } = {}) {
    super(problem.message, { cause });
    this.name = 'ProblemError';
    this.problem = problem;
    this.exitCode = exitCode;
  }
}

/** Returns the problem for invalid input, with exit code 4. */
export function invalidInput(
  message: string,
  errors: readonly FieldError[] = [],
  code = 'malformed_request',
): ProblemError {
  return new ProblemError({ status: 400, code, message, errors });
}

/** Rethrows a local error, whose message says what to change, as a problem. */
export const endWith =
  (code: string) =>
  (error: unknown): never => {
    const message = error instanceof Error ? error.message : String(error);
    throw new ProblemError({ status: 0, code, message }, { cause: error });
  };
