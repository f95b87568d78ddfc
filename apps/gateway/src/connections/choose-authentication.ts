import type { Connector } from '@connectory/connector-sdk';
import type { Authentication } from '@connectory/connector-sdk/engine';
import { type FieldError, GatewayError, jsonPointer, nearestName } from '@connectory/errors';

type Values = Readonly<Record<string, string>>;

/**
 * Returns the authentication alternative for the given credentials: the named one, or the first whose fields match. Throws `invalid_params`
 * with the fields of each alternative.
 */
export function chooseAuthentication(connector: Connector, named: string | undefined, credentials: Values): string {
  const alternatives = Object.entries(connector.upstream.authentication);
  if (named !== undefined) {
    const scheme = alternatives.find(([name]) => name === named)?.[1];
    if (scheme === undefined) throw unknownAlternative(connector, named);
    const errors = problems(scheme, credentials);
    if (errors.length > 0) throw refusal(`The credentials do not match "${named}".`, errors);
    return named;
  }
  const fitting = alternatives.find(([, scheme]) => problems(scheme, credentials).length === 0);
  if (fitting !== undefined) return fitting[0];
  const [first] = alternatives;
  const ways = alternatives.map(([name, { fields }]) => `${name} (${Object.keys(fields).join(', ')})`).join(' or ');
  throw refusal(`The credentials match none of: ${ways}.`, first === undefined ? [] : problems(first[1], credentials));
}

function problems({ fields, token }: Authentication, credentials: Values): FieldError[] {
  const errors: FieldError[] = [];
  for (const name of Object.keys(credentials)) {
    if (Object.hasOwn(fields, name)) continue;
    const near = nearestName(name, Object.keys(fields));
    errors.push({
      field: jsonPointer(['credentials', name]),
      message: 'is not a field of this authentication',
      error_code: 'unknown_name',
      ...(near !== undefined && { did_you_mean: near }),
    });
  }
  for (const [name, { required }] of Object.entries(fields)) {
    if (required && !credentials[name])
      errors.push({ field: jsonPointer(['credentials', name]), message: 'is required', error_code: 'required' });
  }
  if (token?.grant === 'refresh_token' && !credentials.access_token && !credentials.refresh_token) {
    errors.push({
      field: '/credentials/access_token',
      message: 'is required unless a refresh_token is given',
      error_code: 'required',
    });
  }
  return errors;
}

/** The error for an authentication alternative that a connector does not have. */
export function unknownAlternative({ upstream }: Connector, named: string): GatewayError {
  const names = Object.keys(upstream.authentication);
  const near = nearestName(named, names);
  const error: FieldError = {
    field: '/authentication',
    message: `must be one of ${names.join(', ')}`,
    error_code: 'not_allowed',
    ...(near !== undefined && { did_you_mean: near }),
  };
  return refusal(`authentication must be one of ${names.join(', ')}.`, [error]);
}

const refusal = (message: string, errors: readonly FieldError[]) =>
  new GatewayError('invalid_params', message, { errors });
