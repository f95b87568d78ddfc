import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@connectory/database';
import { describeDatabases } from '@connectory/database/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { failureOf, openControlPlane } from '../../test/fixture.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { ControlPlaneTables } from '../database/tables.ts';
import type { Policy } from '../tokens/policy.ts';
import type { TokenPrincipal } from '../tokens/tokens.ts';
import { type WorkspaceId, workspaceless } from '../workspaces.ts';
import type { GrantedAccess, GrantRefusal, NewGrant } from './oauth-grants.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describeDatabases('OAuth clients and grants', ({ open }) => {
  let database: Database;
  let controlPlane: ControlPlane;
  let acme: WorkspaceId = workspaceless;
  beforeEach(async () => {
    database = await open();
    controlPlane = await openControlPlane(database);
    acme = (await controlPlane.workspaces.create('acme')).id;
  });

  const verifier = randomBytes(32).toString('base64url');
  const request: NewGrant = {
    clientId: 'client',
    clientName: 'Agent',
    redirectUri: 'https://agent.example/callback',
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
    resource: 'https://gateway.example/mcp',
    restriction: {},
  };
  const presented = { clientId: 'client', redirectUri: request.redirectUri, verifier };

  async function bearer(policy: Policy = {}, expiresAt?: string): Promise<TokenPrincipal> {
    const { text } = await controlPlane.tokens.create(acme, { name: 'mine', policy, ...(expiresAt && { expiresAt }) });
    return (await controlPlane.tokens.authenticate(text.reveal())) as TokenPrincipal;
  }

  function granted(outcome: GrantedAccess | GrantRefusal): GrantedAccess {
    if (typeof outcome === 'string') throw new Error(`nothing was granted: ${outcome}`);
    return outcome;
  }

  async function grantedTo(granter: TokenPrincipal, changes: Partial<NewGrant> = {}): Promise<GrantedAccess> {
    const { code } = await controlPlane.oauthGrants.start(granter, { ...request, ...changes });
    return granted(await controlPlane.oauthGrants.exchange({ ...presented, code: code.reveal() }));
  }

  const principalOf = async ({ accessToken }: GrantedAccess) =>
    (await controlPlane.tokens.authenticate(accessToken.reveal())) as TokenPrincipal | null;

  it('lets an agent act with a narrower token of its own, and keeps its id at each refresh', async () => {
    const granter = await bearer({ manage: true, approve: true, connectors: ['stripe', 'hubspot'] });
    const first = await grantedTo(granter, { restriction: { readOnly: true, connectors: ['stripe', 'other'] } });
    const before = await principalOf(first);
    expect(before).toMatchObject({
      tokenKind: 'agent',
      tokenName: 'Agent',
      rootId: granter.tokenId,
      actor: { person: null, agent: 'Agent' },
      policy: { readOnly: true, connectors: ['stripe'] },
    });
    expect(before?.policy.manage ?? before?.policy.approve).toBeUndefined();
    expect(first.expiresInSeconds).toBeGreaterThan(3_590);
    const refreshToken = first.refreshToken.reveal();
    const second = granted(await controlPlane.oauthGrants.refresh({ refreshToken, clientId: 'client' }));
    expect((await principalOf(second))?.tokenId).toBe(before?.tokenId);
    expect(await principalOf(first)).toBeNull();
    const { items } = await controlPlane.tokens.list(acme);
    expect(items.map(({ kind }) => kind)).toEqual(['token', 'agent']);
  });

  it('ends a grant whose code is used again, and its access', async () => {
    const { code } = await controlPlane.oauthGrants.start(await bearer(), request);
    const used = { ...presented, code: code.reveal() };
    const access = granted(await controlPlane.oauthGrants.exchange(used));
    expect(await principalOf(access)).not.toBeNull();
    expect(await controlPlane.oauthGrants.exchange(used)).toBe('reused');
    expect(await principalOf(access)).toBeNull();
    const refreshToken = access.refreshToken.reveal();
    expect(await controlPlane.oauthGrants.refresh({ refreshToken, clientId: 'client' })).toBe('invalid');
  });

  it('lets only one of many simultaneous exchanges of a code through', async () => {
    const { code } = await controlPlane.oauthGrants.start(await bearer(), request);
    const used = { ...presented, code: code.reveal() };
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => controlPlane.oauthGrants.exchange(used)));
    const access = outcomes.filter((outcome) => typeof outcome !== 'string');
    expect(access.length).toBeLessThanOrEqual(1);
    for (const one of access) expect(await principalOf(one)).toBeNull();
  });

  it('ends a grant whose refresh token is used again', async () => {
    const first = await grantedTo(await bearer());
    const stolen = { refreshToken: first.refreshToken.reveal(), clientId: 'client' };
    const second = granted(await controlPlane.oauthGrants.refresh(stolen));
    expect(await controlPlane.oauthGrants.refresh(stolen)).toBe('reused');
    expect(await principalOf(second)).toBeNull();
    const refreshToken = second.refreshToken.reveal();
    expect(await controlPlane.oauthGrants.refresh({ refreshToken, clientId: 'client' })).toBe('invalid');
  });

  it.each([
    ['another client', { clientId: 'thief' }, 'invalid'],
    ['another redirect URI', { redirectUri: 'https://agent.example/callback/' }, 'invalid'],
    ['another verifier', { verifier: randomBytes(32).toString('base64url') }, 'invalid'],
    ['the challenge as the verifier', { verifier: request.codeChallenge }, 'invalid'],
    ['no verifier', { verifier: '' }, 'invalid'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'other_resource'],
    ['another code', { code: randomBytes(32).toString('base64url') }, 'invalid'],
  ])('gives nothing for a code with %s, and leaves it to its client', async (_what, changes, refusal) => {
    const { code } = await controlPlane.oauthGrants.start(await bearer(), request);
    const own = { ...presented, code: code.reveal() };
    expect(await controlPlane.oauthGrants.exchange({ ...own, ...changes })).toBe(refusal);
    granted(await controlPlane.oauthGrants.exchange(own));
  });

  it('gives nothing for a refresh token of another client or resource', async () => {
    const access = await grantedTo(await bearer());
    const refreshToken = access.refreshToken.reveal();
    expect(await controlPlane.oauthGrants.refresh({ refreshToken, clientId: 'thief' })).toBe('invalid');
    const other = { refreshToken, clientId: 'client', resource: 'https://other.example/mcp' };
    expect(await controlPlane.oauthGrants.refresh(other)).toBe('other_resource');
    granted(await controlPlane.oauthGrants.refresh({ refreshToken, clientId: 'client', resource: request.resource }));
  });

  it('ends codes after a minute, access after an hour and grants after 30 days without use', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const granter = await bearer();
    const late = await controlPlane.oauthGrants.start(granter, request);
    vi.setSystemTime(Date.now() + minute);
    expect(await controlPlane.oauthGrants.exchange({ ...presented, code: late.code.reveal() })).toBe('invalid');
    const first = await grantedTo(granter);
    vi.setSystemTime(Date.now() + 60 * minute);
    expect(await principalOf(first)).toBeNull();
    vi.setSystemTime(Date.now() + 29 * day);
    const refreshed = { refreshToken: first.refreshToken.reveal(), clientId: 'client' };
    const second = granted(await controlPlane.oauthGrants.refresh(refreshed));
    vi.setSystemTime(Date.now() + 30 * day);
    const old = { refreshToken: second.refreshToken.reveal(), clientId: 'client' };
    expect(await controlPlane.oauthGrants.refresh(old)).toBe('invalid');
    vi.useRealTimers();
  });

  it('ends a grant no later than the token it was granted with, or than the person chose', async () => {
    const end = new Date(Date.now() + 30 * minute).toISOString();
    const short = await grantedTo(await bearer({}, end));
    expect(short.expiresInSeconds).toBeLessThanOrEqual(1_800);
    expect((await principalOf(short))?.expiresAt).toBe(end);
    const chosen = await grantedTo(await bearer(), { expiresAt: end });
    expect((await principalOf(chosen))?.expiresAt).toBe(end);
  });

  it('ends with the token it was granted with, also while its code is unused', async () => {
    const granter = await bearer();
    const access = await grantedTo(granter);
    const pending = await controlPlane.oauthGrants.start(granter, request);
    await controlPlane.tokens.revoke(acme, granter.tokenId);
    expect(await principalOf(access)).toBeNull();
    expect(await controlPlane.oauthGrants.exchange({ ...presented, code: pending.code.reveal() })).toBe('invalid');
    const refreshToken = access.refreshToken.reveal();
    expect(await controlPlane.oauthGrants.refresh({ refreshToken, clientId: 'client' })).toBe('invalid');
    expect(await failureOf(controlPlane.oauthGrants.start(granter, request))).toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('is revoked by its client with either token, and by no other client', async () => {
    const [one, two] = [await grantedTo(await bearer()), await grantedTo(await bearer())];
    expect(await controlPlane.oauthGrants.revoke(one.accessToken.reveal(), 'thief')).toBeNull();
    expect(await principalOf(one)).not.toBeNull();
    expect(await controlPlane.oauthGrants.revoke(one.accessToken.reveal(), 'client')).not.toBeNull();
    expect(await controlPlane.oauthGrants.revoke(two.refreshToken.reveal(), 'client')).not.toBeNull();
    expect([await principalOf(one), await principalOf(two)]).toEqual([null, null]);
  });

  it('refuses more than 100 valid grants of one token, and none of another', async () => {
    const granter = await bearer();
    for (let n = 0; n < 100; n++) await controlPlane.oauthGrants.start(granter, request);
    expect(await failureOf(controlPlane.oauthGrants.start(granter, request))).toMatchObject({ code: 'conflict' });
    await controlPlane.oauthGrants.start(await bearer(), request);
  });

  it('stores no code, access or refresh token', async () => {
    const { code } = await controlPlane.oauthGrants.start(await bearer(), request);
    const access = granted(await controlPlane.oauthGrants.exchange({ ...presented, code: code.reveal() }));
    const tables = database.tables<ControlPlaneTables>();
    const rows = JSON.stringify([
      await tables.selectFrom('oauth_grants').selectAll().execute(),
      await tables.selectFrom('tokens').selectAll().execute(),
    ]);
    for (const secret of [code, access.accessToken, access.refreshToken]) expect(rows).not.toContain(secret.reveal());
  });

  it('removes grants whose code was not used, and clients that were not used for long', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const granter = await bearer();
    const client = {
      name: 'Agent',
      redirectUris: [request.redirectUri],
      authentication: 'none',
      address: 'a',
    } as const;
    const unused = await controlPlane.oauthClients.register(client);
    const used = await controlPlane.oauthClients.register(client);
    await controlPlane.oauthClients.noteUse(used.client.id);
    await controlPlane.oauthGrants.start(granter, request);
    await grantedTo(granter);
    vi.setSystemTime(Date.now() + day);
    expect(await controlPlane.oauthClients.find(unused.client.id)).toBeNull();
    expect(await controlPlane.oauthClients.find(used.client.id)).toEqual(used.client);
    vi.setSystemTime(Date.now() + day);
    await controlPlane.upkeep.removeOld();
    const tables = database.tables<ControlPlaneTables>();
    expect(await tables.selectFrom('oauth_clients').select('id').execute()).toEqual([{ id: used.client.id }]);
    expect(await tables.selectFrom('oauth_grants').select('client_id').execute()).toHaveLength(1);
    expect((await controlPlane.tokens.list(acme)).items).toHaveLength(2);
    vi.setSystemTime(Date.now() + 90 * day);
    expect(await controlPlane.oauthClients.find(used.client.id)).toBeNull();
    vi.useRealTimers();
  });

  it('refuses more than 100 clients of an address that were never used', async () => {
    const client = { name: 'Agent', redirectUris: [request.redirectUri], authentication: 'none' } as const;
    for (let n = 0; n < 100; n++) await controlPlane.oauthClients.register({ ...client, address: 'one' });
    const more = controlPlane.oauthClients.register({ ...client, address: 'one' });
    expect(await failureOf(more)).toMatchObject({ code: 'rate_limited' });
    await controlPlane.oauthClients.register({ ...client, address: 'two' });
  });

  it('gives a confidential client a secret that only it has', async () => {
    const client = { name: 'A', redirectUris: [request.redirectUri], authentication: 'client_secret_post' } as const;
    const one = await controlPlane.oauthClients.register({ ...client, address: 'one' });
    const two = await controlPlane.oauthClients.register({ ...client, address: 'one' });
    const secret = one.secret?.reveal() ?? '';
    expect(await controlPlane.oauthClients.hasSecret(one.client.id, secret)).toBe(true);
    expect(await controlPlane.oauthClients.hasSecret(two.client.id, secret)).toBe(false);
    expect(await controlPlane.oauthClients.hasSecret(one.client.id, '')).toBe(false);
  });
});
