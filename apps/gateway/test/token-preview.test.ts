import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TokenPreviewBody, tokenPreviewSchema } from '../src/tokens/schemas.ts';
import { expectProblem } from './expect-problem.ts';
import { adminToken, type Response, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

afterAll(() => gateway.stop());

const address = '/api/v1/workspaces/test/tokens/preview';
const ask = (policy: object, { token = adminToken, query = '?limit=100' } = {}): Promise<Response> =>
  gateway.send('POST', address + query, { token, body: { policy } });

async function previewOf(policy: object, token = adminToken): Promise<TokenPreviewBody> {
  const { status, json, text } = await ask(policy, { token });
  expect(status, text).toBe(200);
  return tokenPreviewSchema.parse(json);
}

type Previewed = TokenPreviewBody['data'][number];

const actionsOf = ({ entities }: Previewed) =>
  entities.flatMap(({ entity, actions }) => actions.map((action) => ({ entity, ...action })));
const allowedNames = ({ data }: TokenPreviewBody) =>
  data.flatMap((connection) =>
    actionsOf(connection)
      .filter(({ allowed }) => allowed)
      .map(({ entity, action }) => `${connection.name} ${entity} ${action}`),
  );

describe('a preview of a token', () => {
  const policies = [
    {},
    { read_only: true },
    { connectors: ['ledger'], actions: ['list', 'create'] },
    { connectors: [] },
    { entities: ['customers', 'tickets'], effects: { deny: ['delete', 'outward'] } },
  ];

  it.each(policies.map((policy) => [JSON.stringify(policy), policy] as const))(
    'says of %s what a token of that policy is shown and refused',
    async (_text, policy) => {
      const preview = await previewOf(policy);
      const token = await gateway.tokenWith(policy);
      const connections = await gateway.send('GET', '/api/v1/workspaces/test/connections?limit=100', { token });
      const visible = preview.data.filter(({ allowed }) => allowed).map(({ name }) => name);
      expect(visible).toEqual(connections.json.data.map(({ name }: { name: string }) => name));
      expect(preview.data.length).toBeGreaterThan(1);
      for (const connection of preview.data) {
        const own = actionsOf(connection);
        expect(own.length).toBeGreaterThan(0);
        for (const { entity, action, allowed } of own) {
          const body = { entity, action, dry_run: true };
          const { json } = await gateway.execute(connection.id, body, { token });
          const isRefused = ['forbidden', 'connector_not_found'].includes(json.code);
          expect(isRefused, `${connection.name} ${entity} ${action}: ${json.code}`).toBe(!allowed);
        }
      }
    },
  );

  it('has the effects of actions, and the policy as the token would have it', async () => {
    const { data, meta } = await previewOf({ read_only: true });
    expect(meta.policy).toEqual({ read_only: true });
    const effects = data.flatMap(actionsOf);
    expect(new Set(effects.filter(({ allowed }) => allowed).map(({ effect }) => effect))).toEqual(new Set(['read']));
    expect(effects.some(({ effect }) => effect !== 'read')).toBe(true);
  });

  it('leaves out what the asking token may not use, and takes on what it leaves out', async () => {
    const maker = await gateway.tokenWith({ manage: true, read_only: true, connectors: ['ledger'] });
    const preview = await previewOf({ entities: ['customers'] }, maker);
    expect(preview.meta.policy).toEqual({ read_only: true, connectors: ['ledger'], entities: ['customers'] });
    expect(preview.data.map(({ name }) => name)).toEqual(['ledger']);
    expect(preview.data.flatMap(actionsOf).map(({ effect }) => effect)).not.toContain('write');
    expect(allowedNames(preview)).toContain('ledger customers list');
    const wider = expectProblem(await ask({ read_only: false }, { token: maker }), 'forbidden');
    expect(wider.errors).toMatchObject([{ field: '/policy/read_only' }]);
  });

  it('comes in pages, and is the same in pages', async () => {
    const names: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { json } = await ask({}, { query });
      expect(json.data).toHaveLength(1);
      names.push(...json.data.map(({ name }: Previewed) => name));
      cursor = json.meta.next_cursor;
    }
    expect(names).toEqual((await previewOf({})).data.map(({ name }) => name));
    expectProblem(await ask({}, { query: '?limit=101' }), 'invalid_params');
    expectProblem(await ask({}, { query: '?cursor=x' }), 'invalid_cursor');
  });

  it.each([
    ['/policy/readonly', { readonly: true }],
    ['/policy/entities', { entities: 'customers' }],
  ])('is refused at %s', async (field, policy) => {
    const { errors } = expectProblem(await ask(policy), 'invalid_params');
    expect(errors.map((error) => error.field)).toContain(field);
  });
});
