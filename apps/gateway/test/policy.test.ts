import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

afterAll(() => gateway.stop());

const run = (token: string, connector: string, entity: string, action: string, params: object = {}) =>
  gateway.execute(connector, { entity, action, params }, { token });

/** What `GET /api/v1/connectors/{id}` shows to a token: `entity action`. */
async function visible(token: string, connector: string): Promise<string[]> {
  const { status, json } = await gateway.send('GET', `/api/v1/connectors/${connector}`, { token });
  expect(status).toBe(200);
  return json.entities.flatMap(({ name, actions }: { name: string; actions: { action: string }[] }) =>
    actions.map(({ action }) => `${name} ${action}`),
  );
}

async function visibleConnectors(token: string): Promise<string[]> {
  const { json } = await gateway.send('GET', '/api/v1/connectors', { token });
  return json.data.map(({ id }: { id: string }) => id);
}

describe('a read-only token', () => {
  let token: string;
  beforeAll(async () => {
    token = await gateway.tokenWith({ read_only: true });
  });

  it('reads', async () => {
    expect((await run(token, 'ledger', 'customers', 'list')).status).toBe(200);
  });

  it('writes nothing, not even as a dry run, and nothing reaches the upstream', async () => {
    const arrived = await gateway.arrivalsDuring(async () => {
      expectProblem(await run(token, 'ledger', 'customers', 'create', { name: 'Ada' }), 'forbidden');
      expectProblem(await run(token, 'ledger', 'customers', 'delete', { id: 'cus_1' }), 'forbidden');
      const dryRun = { entity: 'customers', action: 'create', params: {}, dry_run: true };
      expectProblem(await gateway.execute('ledger', dryRun, { token }), 'forbidden');
    });
    expect(arrived).toEqual([]);
  });

  it('sees no write in the manifest, nor entities that only have writes', async () => {
    const actions = await visible(token, 'ledger');
    expect(actions).toContain('customers list');
    expect(actions.filter((action) => / (create|update|delete)$/.test(action))).toEqual([]);
    expect(actions.some((action) => action.startsWith('prices '))).toBe(false);
  });

  it('is suggested no action it may not use', async () => {
    const problem = expectProblem(await run(token, 'ledger', 'customers', 'creat'), 'action_not_available');
    expect(problem.message).not.toContain('create');
    expect(problem.errors[0]?.did_you_mean).toBeUndefined();
  });
});

describe('a token for some entities and actions', () => {
  let token: string;
  beforeAll(async () => {
    token = await gateway.tokenWith({ entities: ['customers', 'users'], actions: ['list', 'get'] });
  });

  it('uses those on every connector that has them', async () => {
    expect((await run(token, 'ledger', 'customers', 'list')).status).toBe(200);
    expect((await run(token, 'help-centre', 'users', 'list')).status).toBe(200);
    expect((await run(token, 'hiring-desk', 'users', 'list')).status).toBe(200);
  });

  it('uses no others', async () => {
    expectProblem(await run(token, 'ledger', 'charges', 'list'), 'forbidden');
    expectProblem(await run(token, 'ledger', 'customers', 'api_search', { query: 'a' }), 'forbidden');
  });

  it('sees only those', async () => {
    expect(await visible(token, 'ledger')).toEqual(['customers list', 'customers get']);
    expect(await visible(token, 'help-centre')).toEqual(['users list', 'users get']);
  });

  it('is suggested no entity it may not use', async () => {
    const problem = expectProblem(await run(token, 'ledger', 'charge', 'list'), 'unknown_entity');
    expect(JSON.stringify(problem)).not.toContain('charges');
  });
});

describe('a token for some effects', () => {
  const effects = ['read', 'write', 'delete', 'outward'];
  interface ShownAction {
    readonly entity: string;
    readonly action: string;
    readonly effect: string;
  }
  const shown = async (token: string): Promise<ShownAction[]> => {
    const { json } = await gateway.send('GET', '/api/v1/connectors/ledger', { token });
    return (json?.entities ?? []).flatMap(({ name, actions }: { name: string; actions: ShownAction[] }) =>
      actions.map(({ action, effect }) => ({ entity: name, action, effect })),
    );
  };

  it.each<[Record<string, unknown>, readonly string[]]>([
    [{ effects: {} }, effects],
    [{ effects: { allow: ['read'] } }, ['read']],
    [{ effects: { allow: ['write', 'outward'] } }, ['write', 'outward']],
    [{ effects: { deny: ['outward'] } }, ['read', 'write', 'delete']],
    [{ effects: { allow: ['read', 'delete'], deny: ['delete'] } }, ['read']],
    [{ read_only: true, effects: { allow: effects } }, ['read']],
    [{ effects: { allow: [] } }, []],
  ])('%j sees and runs actions with %j, and others not even as a dry run or a stream', async (policy, allowed) => {
    const token = await gateway.tokenWith(policy);
    const all = await shown(gateway.token);
    expect(new Set(all.map(({ effect }) => effect))).toEqual(new Set(effects));
    expect(await shown(token)).toEqual(all.filter(({ effect }) => allowed.includes(effect)));
    const arrived = await gateway.arrivalsDuring(async () => {
      // Nothing is searched here: this gateway keeps no copies.
      for (const { entity, action, effect } of all.filter((one) => one.action !== 'context_store_search')) {
        for (const headers of [{}, { accept: 'application/x-ndjson' }]) {
          const call = { entity, action, params: {}, dry_run: true };
          const { json } = await gateway.execute('ledger', call, { token, headers });
          expect(json?.code === 'forbidden', `${entity} ${action}`).toBe(!allowed.includes(effect));
        }
        if (allowed.includes(effect)) continue;
        expectProblem(await run(token, 'ledger', entity, action), 'forbidden');
      }
    });
    expect(arrived).toEqual([]);
  });

  it('makes no token for others', async () => {
    const token = await gateway.tokenWith({ manage: true, effects: { deny: ['outward'] } });
    const make = (policy: object) =>
      gateway.send('POST', '/api/v1/workspaces/test/tokens', { token, body: { name: 'child', policy } });
    expect((await make({})).json.policy).toEqual({ effects: { deny: ['outward'] } });
    expect((await make({ effects: { allow: ['read'] } })).json.policy).toEqual({ effects: { allow: ['read'] } });
    const refused = expectProblem(await make({ effects: { deny: ['delete'] } }), 'forbidden');
    expect(refused.errors).toMatchObject([{ field: '/policy/effects' }]);
  });

  it.each([{ allow: ['read', 'send'] }, { only: ['read'] }, { deny: 'write' }])(
    'is not made with %j',
    async (effectPolicy) => {
      const body = { name: 'x', policy: { effects: effectPolicy } };
      expectProblem(await gateway.send('POST', '/api/v1/workspaces/test/tokens', { body }), 'invalid_params');
    },
  );
});

describe('a token for some connectors', () => {
  it('sees and reaches those alone, named by connector id', async () => {
    const token = await gateway.tokenWith({ connectors: ['ledger'] });
    expect(await visibleConnectors(token)).toEqual(['ledger']);
    expectProblem(await gateway.send('GET', '/api/v1/connectors/help-centre', { token }), 'connector_not_found');
    expect((await run(token, 'ledger', 'customers', 'list')).status).toBe(200);
    expectProblem(await run(token, 'help-centre', 'tickets', 'list'), 'forbidden', 'connector_not_found');
    const { json } = await gateway.send('GET', '/api/v1/integrations/connectors', { token });
    expect(json.data.map(({ name }: { name: string }) => name)).toEqual(['ledger']);
  });

  it('reaches one of several connections by its name', async () => {
    const second = await gateway.connect('ledger', 'ledger of the branch');
    const token = await gateway.tokenWith({ connectors: ['ledger of the branch'] });
    expect(await visibleConnectors(token)).toEqual(['ledger']);
    expect((await run(token, second, 'customers', 'list')).status).toBe(200);
    expectProblem(await run(token, 'ledger', 'customers', 'list'), 'forbidden', 'connector_not_found');
  });

  it('with an empty list sees and reaches nothing', async () => {
    const token = await gateway.tokenWith({ connectors: [] });
    expect(await visibleConnectors(token)).toEqual([]);
    expectProblem(await run(token, 'ledger', 'customers', 'list'), 'forbidden', 'connector_not_found');
  });
});

describe('a token with a row cap', () => {
  let token: string;
  beforeAll(async () => {
    token = await gateway.tokenWith({ max_records: 3 });
  });

  it('gets no more records, is told so, and is offered no next page', async () => {
    const response = await run(token, 'ledger', 'customers', 'list', { limit: 10 });
    expect(response.status).toBe(200);
    expect(response.json.data).toHaveLength(3);
    expect(response.json.meta).toMatchObject({ capped_at: 3, next_params: null });
  });

  it('gets what is below the cap as it is', async () => {
    const response = await run(token, 'ledger', 'customers', 'list', { limit: 2 });
    expect(response.json.data).toHaveLength(2);
    expect(response.json.meta).not.toHaveProperty('capped_at');
    expect(response.json.meta.next_params).not.toBeNull();
  });
});

it('an unknown member of a policy is refused, so that no restriction is lost silently', async () => {
  const body = { name: 'x', policy: { readonly: true } };
  const response = await gateway.send('POST', '/api/v1/workspaces/test/tokens', { body });
  expect(expectProblem(response, 'invalid_params').errors).toMatchObject([
    { field: '/policy/readonly', did_you_mean: 'read_only' },
  ]);
});
