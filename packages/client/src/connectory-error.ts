import type { components } from './generated/gateway.generated.ts';

/** Body of every error response (RFC 9457, spec/errors.md). */
export type Problem = components['schemas']['Problem'];

/** One of the codes of spec/errors.md. */
export type ErrorCode = components['schemas']['ErrorCode'];

/** Details of a failure, in addition to its message. */
interface Failure {
  readonly code: ErrorCode | 'gateway_unreachable';
  readonly status: number;
  readonly problem?: Problem;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/**
 * Why a call failed. Use `code` to decide: one of the codes of spec/errors.md, or `gateway_unreachable` if there is no response, or not one
 * of a gateway.
 */
export class ConnectoryError extends Error {
  readonly code: ErrorCode | 'gateway_unreachable';
  /** HTTP status of the response; 0 if there was none. */
  readonly status: number;
  /** The gateway's response; undefined for `gateway_unreachable`. */
  readonly problem: Problem | undefined;
  /** Whole seconds to wait before the call is repeated, where the gateway knows. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { code, status, problem, retryAfterSeconds, cause }: Failure) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ConnectoryError';
    this.code = code;
    this.status = status;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the same call may succeed later. */
  get retryable(): boolean {
    return this.problem?.retryable ?? false;
  }
}
