/** The errors a connector may report: a value that cannot be sent, a missing record, an invalid response. */
export type ConnectorErrorCode = 'invalid_params' | 'record_not_found' | 'upstream_unavailable';

/** The invalid parameter, and a machine-readable name of the rule it breaks. */
export interface RejectedParam {
  readonly param: string;
  readonly rule: string;
}

const brand = Symbol.for('connectory.connector-error');

/**
 * Thrown by the code of a connector to report an error to the caller. `message` is shown unchanged and must not contain secrets. Any other
 * exception counts as a bug in the connector.
 */
export class ConnectorError extends Error {
  readonly [brand] = true;
  readonly code: ConnectorErrorCode;
  readonly rejected: RejectedParam | undefined;

  constructor(code: ConnectorErrorCode, message: string, rejected?: RejectedParam) {
    super(message);
    this.name = 'ConnectorError';
    this.code = code;
    this.rejected = rejected;
  }

  /** True for a `ConnectorError` of any loaded copy of this package. */
  static is(value: unknown): value is ConnectorError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** Rejects a parameter value that cannot be sent. `message` explains why, starting with the parameter's name. */
export function refuseParam(param: string, message: string, rule = 'invalid_value'): ConnectorError {
  return new ConnectorError('invalid_params', message, { param, rule });
}
