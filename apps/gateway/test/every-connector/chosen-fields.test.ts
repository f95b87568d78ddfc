import { directActions } from '@connectory/connector-sdk/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { builtInSandboxes } from '../../src/built-in-sandboxes.ts';
import { expectProblem } from '../expect-problem.ts';
import { type RunningGateway, startRunningGateway } from '../running-gateway.ts';

const choosing = builtInConnectors.flatMap(({ id, entities }) =>
  entities.flatMap(({ name, actions, record }) =>
    directActions.flatMap((action) => {
      const { selection } = actions[action] ?? {};
      const declared = selection?.find(({ fields, name: field }) => fields.length === 0 && field in record.shape);
      return selection === undefined ? [] : [[id, name, action, declared?.name ?? ''] as const];
    }),
  ),
);

const querying = builtInConnectors.flatMap(({ id, entities }) =>
  entities.flatMap(({ name, actions }) =>
    directActions.flatMap((action) => {
      const { queryIn } = actions[action] ?? {};
      return queryIn === undefined ? [] : [[id, name, action, queryIn] as const];
    }),
  ),
);

let gateway: RunningGateway;

beforeAll(async () => {
  const connectors = builtInConnectors.filter(({ id }) =>
    [...choosing, ...querying].some(([connector]) => connector === id),
  );
  gateway = await startRunningGateway({ connectors, sandboxes: builtInSandboxes });
});

afterAll(() => gateway.stop());

it.each(choosing)(
  '%s: %s %s shows declared fields alone to a token of its entity',
  async (id, entity, action, field) => {
    const restricted = await gateway.tokenWith({ entities: [entity] });
    const request = (fields: string[]) => {
      const params = { ...gateway.sandbox.example(id, entity, action), fields };
      return { entity, action, params, dry_run: true };
    };
    const run = (token: string, ...fields: string[]) => gateway.execute(id, request(fields), { token });
    expect((await run(restricted, field)).status).toBe(200);
    for (const beyond of ['owner<User>.email', `${field}.text`, 'repository.object<Blob>.text']) {
      expect((await run(gateway.token, field, beyond)).status).toBe(200);
      expect(expectProblem(await run(restricted, field, beyond), 'forbidden').message).toContain(`"${beyond}"`);
    }
  },
);

it.each(querying)(
  '%s: %s %s is asked about declared fields alone by a token of its entity',
  async (id, entity, action, param) => {
    const restricted = await gateway.tokenWith({ entities: [entity] });
    const { [param]: _given, ...others } = gateway.sandbox.example(id, entity, action);
    const run = (token: string, query?: string) => {
      const params = { ...others, ...(query !== undefined && { [param]: query }) };
      return gateway.execute(id, { entity, action, params, dry_run: true }, { token });
    };
    const typical = await run(restricted);
    expect(typical.status, typical.text).toBe(200);
    const { query } = typical.json.data.requests[0].body;
    for (const beyond of [
      query.replace(/^SELECT /, 'SELECT billing_setup.payments_profile, '),
      `${query} WHERE user_list.name LIKE 'A%'`,
      `${query} WHERE user_list . name LIKE 'A%'`,
      `${query} WHERE campaign.name = 'x\\'' AND user_list.name LIKE 'A%'`,
      `${query} ORDER BY user_list.name`,
    ]) {
      expect((await run(gateway.token, beyond)).status).toBe(200);
      expect(expectProblem(await run(restricted, beyond), 'forbidden').errors[0]?.field).toBe(`/params/${param}`);
    }
  },
);

it('looks at the connectors that have such actions', () => {
  expect(choosing.length).toBeGreaterThan(0);
  expect(querying.length).toBeGreaterThan(0);
});
