import { type RawValue, valueAt } from '@connectory/connector-sdk';
import { resolveValue } from '@connectory/connector-sdk/engine';
import { parseExactly } from '@connectory/exact-json';
import type { UpstreamClient } from './client.ts';
import { credentialOrigins, type OriginParts, resolveUrl } from './connection.ts';
import { plainWords } from './oauth/consent.ts';
import { authenticatedHeaders } from './request.ts';

/**
 * The name of the account that a connection belongs to, as plain text; `checked` is the record that its check returned. Null if the connector
 * does not declare it, or the vendor does not return it: the name is only for people, so this never fails.
 */
export async function accountName(
  upstream: Pick<UpstreamClient, 'send'>,
  target: OriginParts,
  checked: RawValue,
): Promise<string | null> {
  const { account } = target.connector.check;
  if (account === undefined) return null;
  const secrets = Object.values(target.credentials).map((secret) => secret.reveal());
  const words = (value: unknown) => plainWords([textOf(value)], secrets) ?? null;
  if (!('at' in account)) return words(resolveValue(account, { settings: target.settings, today: '' }));
  if (account.from === undefined) return words(valueAt(checked, account.at));
  try {
    return words(valueAt(await responseTo(upstream, target, account.from), account.at));
  } catch {
    return null;
  }
}

async function responseTo(
  upstream: Pick<UpstreamClient, 'send'>,
  target: OriginParts,
  declared: string,
): Promise<RawValue> {
  const [word, template = ''] = declared.split(' ');
  const { origin, pathname, search } = resolveUrl(target, template);
  if (!credentialOrigins(target).includes(origin)) throw new TypeError(`credentials are not sent to ${origin}`);
  const method = word === 'POST' ? 'POST' : 'GET';
  const headers = authenticatedHeaders(target);
  const request = { method, origin, path: pathname + search, headers, body: undefined } as const;
  const { status, body } = await upstream.send(request, target.connector.vendor);
  return status === 200 ? parseExactly(body.toString('utf8')) : undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}
