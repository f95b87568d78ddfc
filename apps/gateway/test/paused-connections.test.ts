import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { search, startHostedGateway, syncStates, syncsPath, untilStates, untilSynced } from './hosted-gateway.ts';
import type { RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startHostedGateway({ recordsPerEntity: 3 });
  await untilSynced(gateway, 'ledger');
});

afterAll(() => gateway.stop());

const list = { entity: 'customers', action: 'list' };
const path = (id: string) => `/api/v1/workspaces/test/connections/${id}`;
const change = async (id: string, body: object, token?: string) =>
  gateway.send('PATCH', path(id), { body, ...(token !== undefined && { token }) });

it('a paused connection sends nothing to its vendor, and its copy can still be searched', async () => {
  const id = gateway.connection('ledger');
  const arrived = await gateway.arrivalsDuring(async () => {
    expect((await change(id, { paused: true })).json).toMatchObject({ paused: true, state: 'active' });
    const refused = expectProblem(await gateway.execute(id, list), 'connection_paused');
    expect(refused).toMatchObject({ status: 409, origin: 'caller', retryable: false });
    expectProblem(await gateway.send('POST', `${path(id)}/check`), 'connection_paused');
    expectProblem(await gateway.send('POST', syncsPath(id), { body: {} }), 'connection_paused');
    expect((await gateway.execute(id, { ...list, dry_run: true })).status).toBe(200);
    expect((await search(gateway, id, 'customers')).json.data).toHaveLength(3);
  });
  // Other connections are still synchronized for the first time.
  expect(arrived.filter(({ connector }) => connector === 'ledger')).toEqual([]);
  const before = await syncStates(gateway, 'ledger');
  expect((await change(id, { paused: false })).json).toMatchObject({ paused: false });
  expect((await gateway.execute(id, list)).status).toBe(200);
  await untilStates(gateway, 'ledger', ({ entity, pass, phase }) => {
    return phase === 'idle' && pass > (before.get(entity)?.pass ?? 0);
  });
});

it('a connection is renamed although its vendor cannot be reached, and is then found by its new name', async () => {
  const id = await gateway.connect('ledger', 'old name', {
    settings: { base_url: 'https://127.0.0.1:1' },
    check: false,
  });
  expect((await change(id, { name: 'new name' })).json).toMatchObject({ id, name: 'new name' });
  expectProblem(await change(id, { name: 'ledger' }), 'conflict');
  const listed = await gateway.send('GET', '/api/v1/integrations/connectors?workspace_name=test');
  expect(listed.json.data.find((one: { id: string }) => one.id === id)).toMatchObject({ name: 'new name' });
});

it('a token cannot rename a connection to a name that its policy does not allow', async () => {
  const id = await gateway.connect('ledger', 'mine', { check: false });
  const token = await gateway.tokenWith({ manage: true, connectors: ['mine'] });
  expectProblem(await change(id, { name: 'yours' }, token), 'forbidden');
  expect((await gateway.send('GET', path(id))).json.name).toBe('mine');
});
