/** A refusal in the form of OAuth (RFC 6749, sections 4.1.2.1 and 5.2). */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}

type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** The single values of parameters; empty ones count as absent. Throws `invalid_request` for one that is given twice. */
export function singleParameters(parameters: URLSearchParams): ReadonlyMap<string, string> {
  const single = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (single.has(name)) throw new OAuthError('invalid_request', `The parameter ${name} is given more than once.`);
    single.set(name, value);
  }
  return new Map([...single].filter(([, value]) => value !== ''));
}
