/** The members of a problem document that the command reads; the others are printed as they came. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** What the gateway answered instead of a result, or why it could not be asked. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, cause?: unknown) {
    super(problem.message, { cause });
    this.name = 'ProblemError';
    this.problem = problem;
  }
}
