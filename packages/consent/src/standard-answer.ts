import type { RawValue } from '@connectory/connector-sdk';
import { valueAt } from '@connectory/connector-sdk';
import type { AuthorizationEndpoint } from '@connectory/connector-sdk/engine';
import type { ExchangeResponse } from '@connectory/upstream';

/**
 * Converts the response of a token endpoint to the form of RFC 6749, section 5: some vendors return a form, nest the tokens, omit the type,
 * or report an error with status 200. Removes an ID token, which is never requested.
 */
export function standardAnswer(
  { status, body }: ExchangeResponse,
  tokenAt: AuthorizationEndpoint['tokenAt'],
): Response {
  const answer = parsed(body.toString('utf8'));
  const at = (name: 'access_token' | 'refresh_token' | 'expires_in') => valueAt(answer, tokenAt[name] ?? name);
  const token = at('access_token');
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && typeof token === 'string' && token !== '' && answer.ok !== false) {
    const [refreshToken, lifetime] = [at('refresh_token'), Number(at('expires_in') ?? Number.NaN)];
    return Response.json({
      access_token: token,
      token_type: 'bearer',
      ...(typeof refreshToken === 'string' && refreshToken !== '' && { refresh_token: refreshToken }),
      ...(lifetime > 0 && { expires_in: lifetime }),
    });
  }
  const said = errorOf(answer);
  if (said === undefined) return Response.json({}, { status: isSuccess ? 200 : 502 });
  return Response.json(said, { status: 400 });
}

// `error` is a string by the standard; some vendors nest it or name it differently.
function errorOf(answer: RawValue): { error: string; error_description?: string } | undefined {
  const texts = ['error', 'error.code', 'error.type', 'error_code', 'code', 'status', 'error.message', 'message'];
  const error = texts.map((path) => valueAt(answer, path)).find((value) => typeof value === 'string' && value !== '');
  if (error === undefined) return undefined;
  const descriptions = ['error_description', 'error.message', 'error_message', 'message', 'details.base.0.description'];
  const description = descriptions
    .map((path) => valueAt(answer, path))
    .find((value) => typeof value === 'string' && value !== error);
  return { error, ...(description !== undefined && { error_description: description }) };
}

function parsed(text: string): RawValue {
  try {
    const value: RawValue = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    const form = Object.fromEntries(new URLSearchParams(text));
    return form.access_token !== undefined || form.error !== undefined ? form : {};
  }
}
