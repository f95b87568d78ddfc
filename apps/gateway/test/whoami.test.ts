import { afterAll, beforeAll, expect, it } from 'vitest';
import { whoamiSchema } from '../src/tokens/schemas.ts';
import { expectProblem } from './expect-problem.ts';
import { adminToken, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway({ connectors: [] });
});

afterAll(() => gateway.stop());

const ask = (token: string | null) => gateway.send('GET', '/api/v1/whoami', { token });

it('a token learns its name, workspace, policy, expiry and rights, and not its text', async () => {
  const end = '2099-01-31T00:00:00.000Z';
  const body = { name: 'reporting', expires_at: end, policy: { read_only: true } };
  const made = await gateway.send('POST', '/api/v1/workspaces/test/tokens', { token: adminToken, body });
  const { json, text, status } = await ask(made.json.token);
  expect(status).toBe(200);
  expect(whoamiSchema.parse(json)).toEqual({
    kind: 'token',
    token: {
      id: made.json.id,
      name: 'reporting',
      policy: { read_only: true },
      created_at: made.json.created_at,
      expires_at: end,
    },
    workspace: { id: gateway.workspaceId, name: 'test' },
    person: null,
    is_admin: false,
    workspaces: null,
    rights: 'Reads records; changes nothing.',
  });
  expect(text).not.toContain(made.json.token);
});

it('the admin token belongs to no workspace, whatever its text begins with', async () => {
  const { json } = await ask(adminToken);
  expect(json).toMatchObject({ kind: 'admin', token: null, workspace: null });
  const other = await startRunningGateway({ connectors: [], adminToken: 'cty_admin-token-of-this-suite' });
  const path = '/api/v1/whoami';
  expect((await other.send('GET', path, { token: 'cty_admin-token-of-this-suite' })).json.kind).toBe('admin');
  await other.stop();
});

it('nobody learns anything with a revoked token', async () => {
  const path = '/api/v1/workspaces/test/tokens';
  const { json } = await gateway.send('POST', path, { token: adminToken, body: { name: 'ended' } });
  expect((await ask(json.token)).status).toBe(200);
  await gateway.send('DELETE', `${path}/${json.id}`, { token: adminToken });
  expectProblem(await ask(json.token), 'unauthenticated');
  expectProblem(await ask(null), 'unauthenticated');
});
