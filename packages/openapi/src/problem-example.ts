import { type ErrorCode, errorTable } from '@connectory/errors';
import type { ProblemBody } from './problem.ts';

type Particulars = Partial<Pick<ProblemBody, 'message' | 'errors' | 'upstream' | 'outcome' | 'retryable'>>;

// What the sentence of the table cannot show: errors with their location, and the vendor's own message.
const particulars: Partial<Record<ErrorCode, Particulars>> = {
  malformed_request: {
    message: 'parms is not a member of the request. Did you mean "params"?',
    errors: [
      {
        field: '/parms',
        message: 'is not a field of the request',
        error_code: 'unknown_name',
        did_you_mean: 'params',
      },
    ],
  },
  unknown_entity: {
    message: 'The connector stripe has no entity "customer". Did you mean "customers"?',
    errors: [
      {
        field: '/entity',
        message: 'is not an entity of this connector',
        error_code: 'unknown_name',
        did_you_mean: 'customers',
      },
    ],
  },
  action_not_available: {
    message: 'balance offers get, not "list".',
    errors: [{ field: '/action', message: 'must be one of get', error_code: 'unknown_name' }],
  },
  forbidden: { message: 'The policy of this token does not allow delete on customers.' },
  invalid_params: {
    message: 'params.limit must be at most 100.',
    errors: [{ field: '/params/limit', message: 'must be at most 100', error_code: 'too_big' }],
  },
  upstream_rejected: {
    message: 'Stripe refused the request: Invalid email address: ada',
    upstream: {
      status: 400,
      code: 'email_invalid',
      message: 'Invalid email address: ada',
      request_id: 'req_Qb2hT1sVvY8xKp',
    },
  },
  credential_rejected: {
    message:
      'Stripe rejected the credential of this connection; check that it is valid and has the required permissions',
    upstream: { status: 401 },
  },
  upstream_rate_limited: {
    message: 'Stripe accepts no more requests for now',
    upstream: { status: 429 },
  },
  upstream_timeout: {
    message:
      'Stripe sent no complete response: none came in time. It is not known whether it was carried out: check before you repeat it',
    retryable: false,
    outcome: 'unknown',
  },
};

/** An example response with this code. */
export function problemExample(code: ErrorCode): ProblemBody {
  const { title, status, origin, retryable, sentence } = errorTable[code];
  const { message = sentence, ...particular } = particulars[code] ?? {};
  return {
    type: `urn:connectory:error:${code}`,
    title,
    status,
    detail: message,
    code,
    message,
    errors: [],
    origin,
    retryable,
    request_id: 'f2b7c5de-4d4b-4c8e-9a51-0f3d5f6d1c7a',
    ...particular,
  };
}
