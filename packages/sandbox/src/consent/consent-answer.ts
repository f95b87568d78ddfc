import { createHmac } from 'node:crypto';
import type { AuthorizationEndpoint } from '@connectory/connector-sdk/engine';
import type { Reply } from '../reply.ts';

/**
 * Redirects the user back with the vendor's response, including the issuer and the signature if declared. The signed text includes the
 * time, so that a signature covers more than what was sent.
 */
export function consentAnswer(
  redirectUri: string,
  values: Readonly<Record<string, string | undefined>>,
  { issuer, signature }: AuthorizationEndpoint,
  clientSecret: string,
): Reply {
  const url = new URL(redirectUri);
  const answer = new Map(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  if (issuer !== undefined) answer.set('iss', issuer);
  if (signature !== undefined) {
    answer.set('timestamp', String(Math.floor(Date.now() / 1000)));
    const signed = [...answer].sort(([one], [other]) => (one < other ? -1 : 1));
    const text = signed.map(([name, value]) => `${name}=${value}`).join('&');
    answer.set(signature.parameter, createHmac('sha256', clientSecret).update(text).digest('hex'));
  }
  for (const [name, value] of answer) url.searchParams.append(name, value);
  return { status: 302, headers: { location: url.href, 'cache-control': 'no-store' }, body: '' };
}
