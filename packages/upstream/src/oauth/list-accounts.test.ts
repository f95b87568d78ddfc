import { Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { expect, it } from 'vitest';
import { fixtureTarget, responding } from '../../test/fixture-target.ts';
import { listAccounts } from './list-accounts.ts';

type Accounts = NonNullable<NonNullable<Parameters<typeof fixtureTarget>[0]>['accounts']>;

const url = 'https://api.market.example/accounts?all=1';
const declared: Accounts = { url, list: 'found.items', name: 'title', settings: { account: 'key.id' } };

async function list(status: number, body: unknown, accounts: Accounts = declared) {
  const upstream = responding(status, body);
  const target = fixtureTarget({ accounts });
  const credentials = { ...target.credentials, access_token: new Secret('the-token') };
  const outcome: unknown = await listAccounts(upstream, { ...target, credentials }).catch((error: unknown) => error);
  return { outcome, sent: upstream.sent };
}

it('asks nothing where nothing is declared', async () => {
  const upstream = responding(200, {});
  expect(await listAccounts(upstream, fixtureTarget())).toBeNull();
  expect(upstream.sent).toEqual([]);
});

it('asks with the new token, and reads names and values of any size', async () => {
  const big =
    '{"found":{"items":[{"title":"One","key":{"id":12345678901234567890}},{"key":{"id":"x"}},{"title":"Without"}]}}';
  const { outcome, sent } = await list(200, big);
  expect(sent[0]).toMatchObject({
    method: 'GET',
    origin: 'https://api.market.example',
    path: '/accounts?all=1',
    headers: { authorization: 'Bearer the-token' },
  });
  expect(outcome).toEqual([
    { name: 'One', values: { account: '12345678901234567890' } },
    { name: 'x', values: { account: 'x' } },
  ]);
});

it('takes texts for accounts, the whole response for a list, and one object for a list of one', async () => {
  const texts = { ...declared, list: '', name: '', settings: { account: '' } };
  expect((await list(200, ['a', 'b'], texts)).outcome).toEqual([
    { name: 'a', values: { account: 'a' } },
    { name: 'b', values: { account: 'b' } },
  ]);
  const one = { ...declared, list: '' };
  expect((await list(200, { title: 'T', key: { id: 1 } }, one)).outcome).toEqual([
    { name: 'T', values: { account: '1' } },
  ]);
});

it('reads names as plain text, and at most 500', async () => {
  const items = Array.from({ length: 600 }, (_, id) => ({ title: `<b>\u0007${id}`, key: { id } }));
  const { outcome } = await list(200, { found: { items } });
  expect(outcome).toHaveLength(500);
  expect((outcome as { name: string }[])[3]?.name).toBe('<b> 3');
});

it.each([
  ['none', 200, { found: { items: [] } }, 'no_accounts', undefined],
  ['no list', 200, { found: {} }, 'no_accounts', undefined],
  ['none that has what is needed', 200, { found: { items: [{ title: 'x' }] } }, 'no_accounts', undefined],
  ['no JSON', 200, '<html>', 'unreadable', undefined],
  ['a refusal', 403, { message: 'no the-token' }, 'accounts_refused', 'no ***'],
  ['the way elsewhere', 302, {}, 'accounts_refused', undefined],
])('refuses %s', async (_what, status, body, reason, said) => {
  expect((await list(status, body)).outcome).toMatchObject({ name: 'ConsentRefusedError', reason, said });
});

it('is no refusal when the vendor fails', async () => {
  expect(GatewayError.is((await list(503, {})).outcome, 'upstream_unavailable')).toBe(true);
});
