import { setting } from '@connectory/connector-sdk';
import { Secret } from '@connectory/connector-sdk/engine';
import { expect, it } from 'vitest';
import { fixtureTarget, responding } from '../test/fixture-target.ts';
import { accountName } from './account-name.ts';

type Declared = NonNullable<ReturnType<typeof fixtureTarget>['connector']['check']['account']>;

async function named(
  account: Declared | undefined,
  { status = 200, body = {} as unknown, checked = {} as unknown } = {},
) {
  const upstream = responding(status, body);
  const { connector, ...target } = fixtureTarget({ tokenUrl: 'https://{shop}.market.example/token' });
  const check = { ...connector.check, ...(account !== undefined && { account }) };
  const credentials = { ...target.credentials, access_token: new Secret('the-token') };
  const name = await accountName(upstream, { ...target, credentials, connector: { ...connector, check } }, checked);
  return { name, sent: upstream.sent };
}

const from = 'GET https://{shop}.market.example/v1/me?all=1';

it('the name of an account is in the response of the check, in that to another request, or in a setting', async () => {
  expect(await named(undefined)).toEqual({ name: null, sent: [] });
  expect(await named({ at: 'owner.login' }, { checked: { owner: { login: 'ada' } } })).toEqual({
    name: 'ada',
    sent: [],
  });
  expect(await named(setting('shop'))).toEqual({ name: 'acme', sent: [] });
  const { name, sent } = await named({ at: 'id', from }, { body: { id: 4711 } });
  expect(name).toBe('4711');
  expect(sent).toMatchObject([
    {
      method: 'GET',
      origin: 'https://acme.market.example',
      path: '/v1/me?all=1',
      headers: { authorization: 'Bearer the-token' },
    },
  ]);
});

it('is null where the vendor does not return it, and then nothing fails', async () => {
  for (const options of [{ status: 403, body: { id: 'x' } }, { body: 'no JSON' }, { body: { id: {} } }, { body: [] }])
    expect((await named({ at: 'id', from }, options)).name).toBeNull();
});

it('is never requested from an origin that the credentials are not for', async () => {
  const { name, sent } = await named({ at: 'id', from: 'GET https://other.example/me' }, { body: { id: 'x' } });
  expect({ name, sent }).toEqual({ name: null, sent: [] });
});

it('is plain text without the credentials', async () => {
  expect((await named({ at: 'id' }, { checked: { id: 'a\u0007the-token' } })).name).toBe('a ***');
});
