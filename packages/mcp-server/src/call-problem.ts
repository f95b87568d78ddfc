import { asGatewayError, problemOf } from '@connectory/errors';
import type { DescribedAction, JsonSchema } from './calls.ts';
import { paramsText } from './schema-text.ts';

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

/** One error of a call; `field` is a JSON pointer into the envelope. */
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

const maxErrors = 10;
const maxParamsLength = 8_000;

const nextSteps: Readonly<Record<string, string>> = {
  invalid_params: 'Correct these parameters and repeat the call.',
  malformed_request: 'Correct the call and repeat it.',
  unknown_entity: 'Find the right entity with find_actions.',
  action_not_available: 'Find the right action with find_actions.',
  connector_not_found: 'Take the connection from list_connections, or the connector from find_actions.',
  record_not_found: 'Look up the ID: run_read with list, or search_records.',
  file_not_found: 'Look up the ID of the file with run_read.',
  forbidden: 'The token is not allowed to do this. Tell the user; do not try another way.',
  address_not_allowed: 'The gateway may not call this server. Tell the user, whose operator can allow it.',
  unauthenticated: 'The token is no longer valid. Ask the user for another one.',
  context_store_not_ready: 'The copy is still being created. Until then, use run_read with list.',
  changes_expired:
    'Read the records with search_records. For what changes later, call list_changes with "since": the cursor of this error.',
  invalid_cursor: 'Use the cursor of an earlier result unchanged, or start again without it.',
  connection_paused: 'Tell the user, who can resume the connection. Until then, search_records still works.',
  hosted_mode_required: 'There is no copy to search. Use run_read with list or api_search.',
  idempotency_conflict: 'Use a new idempotency_key for another write, or wait for the running one.',
  gateway_unreachable: 'The gateway cannot be reached. Tell the user.',
};

/**
 * A problem as the text of a tool result: code, sentence, what to do next, the errors with the names that were probably meant, and the
 * parameters of the action where those were wrong.
 */
export function problemText(thrown: CallProblem, ownRequestId: string | undefined): string {
  const { action } = thrown;
  const {
    code,
    message,
    errors = [],
    outcome,
    upstream,
    cursor,
    request_id: requestId = ownRequestId,
  } = thrown.problem;
  return JSON.stringify(
    {
      code,
      message,
      next_step: nextStepOf(thrown),
      ...(errors.length > 0 && {
        errors: errors.slice(0, maxErrors).map(({ field, message: text, did_you_mean: near }) => ({
          field,
          message: text,
          ...(near !== undefined && { did_you_mean: near }),
        })),
      }),
      ...(code === 'invalid_params' && action !== undefined && { params: shortParams(action.params) }),
      ...(thrown.retryAfterSeconds !== undefined && { retry_after_seconds: thrown.retryAfterSeconds }),
      ...(outcome !== undefined && { outcome }),
      ...(upstream !== undefined && { upstream }),
      ...(cursor !== undefined && { cursor }),
      ...(requestId !== undefined && { request_id: requestId }),
    },
    null,
    1,
  );
}

function shortParams(params: JsonSchema): object {
  const described = paramsText(params);
  return JSON.stringify(described).length <= maxParamsLength ? described : Object.keys(described);
}

function nextStepOf({ problem, retryAfterSeconds, nextStep }: CallProblem): string {
  if (nextStep !== undefined) return nextStep;
  if (problem.outcome === 'unknown') {
    return 'It may have been carried out. Check with run_read before you repeat it; a repeat with the same idempotency_key is safe.';
  }
  const known = nextSteps[problem.code];
  if (known !== undefined) return known;
  if (retryAfterSeconds !== undefined) return `Wait ${retryAfterSeconds} seconds, then repeat the call.`;
  if (problem.retryable === true) return 'Repeat the call in a moment.';
  if (problem.origin === 'credential') return 'Tell the user to connect this account again.';
  return problem.origin === 'caller' ? 'Correct the call.' : 'Tell the user what happened; repeating will not help.';
}
