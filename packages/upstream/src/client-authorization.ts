import type { TokenEndpoint } from '@connectory/connector-sdk/engine';

/**
 * The `authorization` header by which an OAuth client identifies itself at a token endpoint. Id and secret are not percent-encoded as
 * RFC 6749, section 2.3.1, wants, because many vendors do not decode them.
 */
export function clientAuthorization(place: Exclude<TokenEndpoint['client'], 'body'>, id = '', secret = ''): string {
  const pair = place === 'basic' ? `${id}:${secret}` : `${secret}:`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
