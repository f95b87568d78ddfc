/** The faults a connector may report: a value that cannot be sent, a record that is not there, an answer that makes no sense. */
export type ConnectorErrorCode = 'invalid_params' | 'record_not_found' | 'upstream_unavailable';

/** The parameter at fault, and the rule it breaks as a name for programs. */
export interface ParameterFault {
  readonly param: string;
  readonly rule: string;
}

const brand = Symbol.for('connectory.connector-error');

/**
 * What the code of a connector throws to tell the caller something. `message` is shown as it is and must be free of secrets.
 * Anything else that is thrown counts as a bug in the connector.
 */
export class ConnectorError extends Error {
  readonly [brand] = true;
  readonly code: ConnectorErrorCode;
  readonly fault: ParameterFault | undefined;

  constructor(code: ConnectorErrorCode, message: string, fault?: ParameterFault) {
    super(message);
    this.name = 'ConnectorError';
    this.code = code;
    this.fault = fault;
  }

  /** True for a `ConnectorError` of any loaded copy of this package. */
  static is(value: unknown): value is ConnectorError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** Refuses the value of a parameter, which cannot be sent: `message` says why, beginning with the name of the parameter. */
export function refuseParam(param: string, message: string, rule = 'invalid_value'): ConnectorError {
  return new ConnectorError('invalid_params', message, { param, rule });
}
