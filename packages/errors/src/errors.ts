/** Who has to act on an error: the caller, this gateway, the owner of the stored credential, or the upstream. */
export type ErrorOrigin = 'caller' | 'gateway' | 'credential' | 'upstream';

interface ErrorDefinition {
  readonly status: number;
  readonly origin: ErrorOrigin;
  readonly retryable: boolean;
  readonly title: string;
  readonly sentence: string;
}

const define = (
  status: number,
  origin: ErrorOrigin,
  retryable: boolean,
  title: string,
  sentence: string,
): ErrorDefinition => ({ status, origin, retryable, title, sentence });

/**
 * Every error the gateway can return: HTTP status, who must act, whether the same call may succeed later, a title and one sentence.
 * `spec/errors.md` and the OpenAPI error schema are generated from this table.
 */
export const errorTable = {
  malformed_request: define(
    400,
    'caller',
    false,
    'Malformed request',
    'The request is not valid HTTP, its path or a header is malformed, or its body is not JSON of the documented shape.',
  ),
  unknown_entity: define(400, 'caller', false, 'Unknown entity', 'The connector has no entity with that name.'),
  action_not_available: define(
    400,
    'caller',
    false,
    'Action not available',
    'The entity exists but does not offer that action.',
  ),
  unauthenticated: define(401, 'caller', false, 'Unauthenticated', 'The request has no valid gateway token.'),
  forbidden: define(
    403,
    'caller',
    false,
    'Forbidden',
    'The token is valid but its policy or workspace does not allow this.',
  ),
  approval_required: define(
    403,
    'caller',
    false,
    'Approval required',
    'The policy lets this write wait for approval, and it cannot wait, or was not approved; nothing was sent.',
  ),
  address_not_allowed: define(
    403,
    'gateway',
    false,
    'Address not allowed',
    'The gateway may not call this address; its operator can allow it with CONNECTORY_EGRESS_ALLOW.',
  ),
  not_found: define(404, 'caller', false, 'Not found', 'The gateway has nothing at this path.'),
  connector_not_found: define(
    404,
    'caller',
    false,
    'Connector not found',
    'The workspace has no connection or connector with that ID.',
  ),
  record_not_found: define(
    404,
    'caller',
    false,
    'Record not found',
    'The upstream has no record with that identifier.',
  ),
  file_not_found: define(404, 'caller', false, 'File not found', 'The upstream has no file with that identifier.'),
  method_not_allowed: define(
    405,
    'caller',
    false,
    'Method not allowed',
    'The path exists but not with this HTTP method.',
  ),
  request_timeout: define(
    408,
    'caller',
    true,
    'Request timeout',
    'The request did not arrive completely in time, or the caller closed the connection before the response.',
  ),
  conflict: define(
    409,
    'caller',
    false,
    'Conflict',
    'The name is already in use, the workspace has reached its limit, or the connection was changed by another request.',
  ),
  connection_paused: define(
    409,
    'caller',
    false,
    'Connection paused',
    'A person has paused the connection; nothing is sent to its vendor until it is resumed.',
  ),
  hosted_mode_required: define(
    409,
    'caller',
    false,
    'Hosted mode required',
    'context_store_search requires a gateway in hosted mode.',
  ),
  context_store_not_ready: define(
    409,
    'gateway',
    true,
    'Context store not ready',
    'The first page of the copy has not been stored yet.',
  ),
  copy_too_old: define(
    409,
    'gateway',
    true,
    'Copy too old',
    'The synchronized copy is older than the max_staleness of the search.',
  ),
  idempotency_conflict: define(
    409,
    'caller',
    false,
    'Idempotency conflict',
    'The Idempotency-Key was used for a different request, or its request is still running.',
  ),
  changes_expired: define(
    410,
    'caller',
    false,
    'Changes expired',
    'Changes after the cursor are no longer available; start from a snapshot and continue with the cursor of the error.',
  ),
  payload_too_large: define(
    413,
    'caller',
    false,
    'Payload too large',
    'The request is larger than the gateway accepts.',
  ),
  unsupported_media_type: define(
    415,
    'caller',
    false,
    'Unsupported media type',
    'The request body is not application/json in UTF-8.',
  ),
  range_not_satisfiable: define(
    416,
    'caller',
    false,
    'Range not satisfiable',
    'The requested range is outside the file.',
  ),
  invalid_params: define(
    422,
    'caller',
    false,
    'Invalid params',
    'A parameter is missing, unknown, out of range or of the wrong type.',
  ),
  invalid_query: define(
    422,
    'caller',
    false,
    'Invalid query',
    'The search query has an unknown field or operator, or a value of the wrong type.',
  ),
  invalid_cursor: define(422, 'caller', false, 'Invalid cursor', 'The cursor was not returned by this query.'),
  upstream_rejected: define(
    422,
    'caller',
    false,
    'Upstream rejected the request',
    'The upstream understood the request and rejected it.',
  ),
  credential_rejected: define(
    424,
    'credential',
    false,
    'Credential rejected',
    'The upstream rejected the stored credential of the connection.',
  ),
  reauthorization_required: define(
    424,
    'credential',
    false,
    'Reauthorization required',
    'The stored credential can no longer be renewed; connect the account again.',
  ),
  rate_limited: define(
    429,
    'caller',
    true,
    'Rate limited',
    'The token or its workspace sent too many requests, or has too many running calls.',
  ),
  quota_exceeded: define(
    429,
    'caller',
    true,
    'Quota exceeded',
    'The token or its workspace has used up its daily quota.',
  ),
  upstream_rate_limited: define(
    429,
    'upstream',
    true,
    'Upstream rate limited',
    'The upstream currently accepts no more requests with this credential.',
  ),
  header_fields_too_large: define(
    431,
    'caller',
    false,
    'Header fields too large',
    'The request headers are larger than the gateway accepts.',
  ),
  internal: define(
    500,
    'gateway',
    false,
    'Internal error',
    'The gateway failed unexpectedly; the log has the details under the request ID.',
  ),
  sql_not_installed: define(
    501,
    'gateway',
    false,
    'SQL not installed',
    'SQL needs a package that is not installed with this gateway; the message says how to install it.',
  ),
  upstream_unavailable: define(
    502,
    'upstream',
    true,
    'Upstream unavailable',
    'The upstream failed, or its response was incomplete or invalid.',
  ),
  gateway_busy: define(
    503,
    'gateway',
    true,
    'Gateway busy',
    'The gateway is at capacity; nothing is wrong with the call.',
  ),
  circuit_open: define(
    503,
    'upstream',
    true,
    'Circuit open',
    'The upstream failed repeatedly; calls are blocked until it recovers.',
  ),
  database_unavailable: define(
    503,
    'gateway',
    true,
    'Database unavailable',
    'The database of the gateway is unavailable or cannot store data; nothing was sent upstream.',
  ),
  shutting_down: define(
    503,
    'gateway',
    true,
    'Shutting down',
    'This gateway process is shutting down; send the request to another one.',
  ),
  store_busy: define(
    503,
    'gateway',
    true,
    'Store busy',
    'Too many searches are waiting for the context store; retry after Retry-After.',
  ),
  upstream_timeout: define(504, 'upstream', true, 'Upstream timeout', 'The upstream did not respond in time.'),
  search_timeout: define(
    504,
    'gateway',
    false,
    'Search timeout',
    'The search took too long and was stopped; narrow it.',
  ),
} as const satisfies Record<string, ErrorDefinition>;

/** One of the documented error codes. */
export type ErrorCode = keyof typeof errorTable;

/** One problem of a request: the JSON pointer of the field, what is wrong, and the violated rule. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
  readonly error_code: string;
  /** The closest accepted name, if the name is unknown. */
  readonly did_you_mean?: string;
}

/** The upstream's error message, without secrets and of limited length. */
export interface UpstreamFailure {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  readonly request_id?: string;
}

/** Details of a `GatewayError`, all optional. */
export interface GatewayErrorOptions {
  readonly errors?: readonly FieldError[];
  /** Whole seconds after which a retry is worthwhile; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly retryable?: boolean;
  readonly upstream?: UpstreamFailure;
  /** `unknown` if a write may have been carried out although no response arrived. */
  readonly outcome?: 'unknown';
  /** Where to continue after `changes_expired`. */
  readonly cursor?: string;
  /** True if the upstream may have failed because of the size of the page, so that a smaller one may succeed. */
  readonly pageTooHeavy?: boolean;
  /** True if the limit or failure concerns only requests of one kind, so that others of the connection may succeed meanwhile. */
  readonly othersMaySucceed?: boolean;
  readonly cause?: unknown;
}

const brand = Symbol.for('connectory.gateway-error');

/**
 * The only error class that reaches callers. `code` selects status, title and origin from `errorTable`; `message` describes what happened
 * and what to do next, and must not contain secrets.
 */
export class GatewayError extends Error {
  readonly [brand] = true;
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly upstream: UpstreamFailure | undefined;
  readonly outcome: 'unknown' | undefined;
  readonly cursor: string | undefined;
  /** Whether a smaller page may succeed. Not part of the problem document. */
  readonly pageTooHeavy: boolean;
  /** Whether other requests of the connection may succeed meanwhile. Not part of the problem document. */
  readonly othersMaySucceed: boolean;

  constructor(code: ErrorCode, message: string, options: GatewayErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'GatewayError';
    this.code = code;
    this.errors = options.errors ?? [];
    this.retryable = options.retryable ?? errorTable[code].retryable;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.upstream = options.upstream;
    this.outcome = options.outcome;
    this.cursor = options.cursor;
    this.pageTooHeavy = options.pageTooHeavy ?? false;
    this.othersMaySucceed = options.othersMaySucceed ?? false;
  }

  get status(): number {
    return errorTable[this.code].status;
  }

  get origin(): ErrorOrigin {
    return errorTable[this.code].origin;
  }

  /** Whether a value is a `GatewayError` of any loaded copy of this package, and has the given code, if any. */
  static is(value: unknown, code?: ErrorCode): value is GatewayError {
    if (typeof value !== 'object' || value === null || !(brand in value)) return false;
    return code === undefined || (value as GatewayError).code === code;
  }
}
