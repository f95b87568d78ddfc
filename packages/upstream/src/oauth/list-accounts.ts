import { type RawValue, valueAt } from '@connectory/connector-sdk';
import { parseExactly } from '@connectory/exact-json';
import type { UpstreamClient } from '../client.ts';
import { resolveUrl } from '../connection.ts';
import { isTemporary, temporaryFailure } from '../failure.ts';
import { authenticatedHeaders } from '../request.ts';
import { ConsentRefusedError, type ConsentTarget, endpointsOf, partsOf, plainWords } from './consent.ts';

const maxAccounts = 500;

/** An account that a consent covers. */
export interface ConsentedAccount {
  /** The vendor's name for it, as plain text. */
  readonly name: string;
  /** Values it adds to the connection, by name of a setting or credential field. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * The authorized accounts; requires tokens among the credentials. Null if the connector does not list accounts. Throws a
 * `ConsentRefusedError` if there are none or the vendor rejects the request, and upstream errors such as `upstream_unavailable`.
 */
export async function listAccounts(
  upstream: Pick<UpstreamClient, 'send'>,
  target: ConsentTarget,
): Promise<readonly ConsentedAccount[] | null> {
  const { accounts } = endpointsOf(target).declared.authorization;
  if (accounts === undefined) return null;
  const { vendor } = target.connector;
  const { origin, pathname, search } = resolveUrl(target, accounts.url);
  const headers = authenticatedHeaders(partsOf(target), accounts.headers);
  const request = { method: 'GET', origin, path: pathname + search, headers, body: undefined } as const;
  const { status, body } = await upstream.send(request, vendor);
  if (isTemporary(status)) throw temporaryFailure(vendor, 'list the accounts', status);
  const response = parsed(body);
  if (status >= 300) {
    const words = ['error.message', 'error_description', 'message', 'error'].map((path) => valueAt(response, path));
    const secrets = Object.values(target.credentials).map((secret) => secret.reveal());
    throw new ConsentRefusedError('accounts_refused', plainWords([words.find(isText)], secrets));
  }
  const listed = accounts.list === '' ? response : valueAt(response, accounts.list);
  if (typeof listed !== 'object' || listed === null) throw new ConsentRefusedError('no_accounts');
  const found = (Array.isArray(listed) ? listed : [listed]).slice(0, maxAccounts).flatMap((account: RawValue) => {
    const text = (path: string) => textOf(path === '' ? account : valueAt(account, path));
    const values = Object.entries(accounts.settings).map(([name, path]) => [name, text(path)] as const);
    if (values.some(([, value]) => value === undefined)) return [];
    const name = plainWords([text(accounts.name)], []) ?? values.map(([, value]) => value).join(' ');
    return [{ name, values: Object.fromEntries(values) as Record<string, string> }];
  });
  if (found.length === 0) throw new ConsentRefusedError('no_accounts');
  return found;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.length > 0 && value.length <= 1_000 ? value : undefined;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}

function parsed(body: Buffer): RawValue {
  try {
    return parseExactly(body.toString('utf8'));
  } catch {
    throw new ConsentRefusedError('unreadable');
  }
}
