import { createHmac, timingSafeEqual } from 'node:crypto';
import { AuthorizationResponseError, validateAuthResponse } from 'oauth4webapi';
import { ConsentRefusedError, plainWords } from './consent-refused.ts';
import { type ConsentTarget, endpointsOf } from './consent-target.ts';
import type { Attempt } from './consent-url.ts';

/**
 * Checks the response with which the vendor redirects a person back: state, issuer, signature if the vendor signs, and that it is not
 * a refusal. Returns it for `exchangeCode`. Throws a `ConsentRefusedError`.
 */
export function readAnswer(target: ConsentTarget, { state }: Attempt, answer: URLSearchParams): URLSearchParams {
  const { declared, server, client } = endpointsOf(target);
  const { issuer, signature } = declared.authorization;
  const valid = validated(
    () => validateAuthResponse({ ...server, issuer: issuer ?? issuerIn(answer, server.issuer) }, client, answer, state),
    target,
  );
  if (signature !== undefined && !isSigned(valid, signature.parameter, target.credentials.client_secret.reveal())) {
    throw new ConsentRefusedError('not_genuine');
  }
  return valid;
}

// Where no issuer is declared, one at the origin of the consent page is that of the vendor.
function issuerIn(answer: URLSearchParams, origin: string): string {
  const named = answer.get('iss');
  return named !== null && URL.parse(named)?.origin === origin ? named : origin;
}

function validated(validate: () => URLSearchParams, { credentials }: ConsentTarget): URLSearchParams {
  try {
    return validate();
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError)) throw new ConsentRefusedError('not_genuine', undefined, error);
    const words = [error.error, error.error_description];
    throw new ConsentRefusedError('denied', plainWords(words, [credentials.client_secret.reveal()]));
  }
}

function isSigned(answer: URLSearchParams, parameter: string, secret: string): boolean {
  const given = answer.getAll(parameter);
  const signed = [...answer]
    .filter(([name]) => name !== parameter)
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const expected = createHmac('sha256', secret).update(signed).digest();
  const received = Buffer.from(given.length === 1 ? (given[0] ?? '') : '', 'hex');
  return received.length === expected.length && timingSafeEqual(received, expected);
}
