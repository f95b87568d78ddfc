import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { connectClient } from './mcp-client.ts';
import { type PeopleGateway, type SignInBrowser, startPeopleGateway } from './people-gateway.ts';
import { adminToken } from './running-gateway.ts';

const held = '/api/v1/workspaces/test/held';
const hold = { effects: ['write', 'delete', 'outward'] };
let people: PeopleGateway;
let ada: SignInBrowser;
let grace: SignInBrowser;
let member: SignInBrowser;

beforeAll(async () => {
  people = await startPeopleGateway();
  for (const name of ['ada', 'grace']) await people.invite(`${name}@example.com`, 'owner');
  await people.invite('max@example.com', 'member');
  ada = await people.signIn({ subject: 'ada', email: 'ada@example.com' });
  grace = await people.signIn({ subject: 'grace', email: 'grace@example.com' });
  member = await people.signIn({ subject: 'max', email: 'max@example.com' });
});

afterAll(() => people.stop());

/** A token that a person makes in the console, such as for an agent. */
async function tokenOf(person: SignInBrowser, policy: object): Promise<string> {
  const body = { name: 'agent', policy };
  const { status, json, text } = await person.send('POST', '/api/v1/workspaces/test/tokens', { body });
  expect(status, text).toBe(201);
  return json.token;
}

async function ask(token: string): Promise<string> {
  const params = { ticket: { subject: `Ticket ${randomUUID()}`, description: 'Please look.' } };
  const body = { entity: 'tickets', action: 'create', params };
  const { status, json, text } = await people.gateway.execute('help-centre', body, { token });
  expect(status, text).toBe(202);
  return json.data.held.id;
}

const hashOf = async (id: string) => (await ada.send('GET', `${held}/${id}`)).json.preview_hash as string;
const approve = async (id: string, person: SignInBrowser, headers = {}) =>
  person.send('POST', `${held}/${id}/approve`, { body: { preview_hash: await hashOf(id) }, headers });

it('where people sign in, no token approves a write, but a person whose role may', async () => {
  const id = await ask(await people.gateway.tokenWith({ hold }));
  const approver = await people.gateway.tokenWith({ approve: true });
  const body = { preview_hash: await hashOf(id) };
  for (const token of [approver, adminToken]) {
    const response = await people.gateway.send('POST', `${held}/${id}/approve`, { body, token });
    expectProblem(response, 'forbidden');
    expect(response.json.message).toContain('sign in');
  }
  expect((await approve(id, member)).status).toBe(404);
  expect((await approve(id, ada, { origin: 'https://evil.example' })).status).toBe(403);
  const approved = await approve(id, ada);
  expect(approved.json, approved.text).toMatchObject({
    state: 'executed',
    decided_by: { person: { name: expect.stringMatching(/ada/i) } },
  });
});

it('a person approves what an agent of the person asks for, unless a second person is needed', async () => {
  const agent = await tokenOf(ada, { hold, approve: true });
  const own = await ask(agent);
  const byAgent = await people.gateway.send('POST', `${held}/${own}/approve`, {
    body: { preview_hash: await hashOf(own) },
    token: agent,
  });
  expectProblem(byAgent, 'forbidden');
  expect((await approve(own, ada)).json.state).toBe('executed');

  const second = await ask(await tokenOf(ada, { hold: { ...hold, second_person: true } }));
  expect((await ada.send('GET', `${held}/${second}`)).json).toMatchObject({ second_person: true, may_decide: false });
  const refused = await approve(second, ada);
  expect(refused).toMatchObject({ status: 403, json: { code: 'forbidden' } });
  expect((await approve(second, grace)).json.state).toBe('executed');
});

it('a write is void once the person behind it has left the workspace', async () => {
  await people.invite('left@example.com', 'owner');
  const leaving = await people.signIn({ subject: 'left', email: 'left@example.com' });
  const id = await ask(await tokenOf(leaving, { hold }));
  const { members, workspaces } = people.gateway.gateway.controlPlane;
  const workspace = await workspaces.find('test');
  if (workspace === null) throw new Error('no workspace');
  const { items } = await members.list(workspace.id);
  const person = items.find(({ person: { email } }) => email === 'left@example.com');
  await members.remove(workspace.id, person?.person.id ?? '', undefined);
  const arrived = await people.gateway.arrivalsDuring(async () => {
    expect((await approve(id, ada)).json).toMatchObject({ state: 'void' });
  });
  expect(arrived).toEqual([]);
});

it('an agent over MCP learns where its person approves, and repeats its call for the outcome', async () => {
  const agent = await connectClient(people.gateway, { token: await tokenOf(ada, { hold }) });
  const call = {
    connection: 'help-centre',
    entity: 'tickets',
    action: 'create',
    params: { ticket: { subject: 'From an agent', description: 'Please look.' } },
  };
  const first = await agent.call('run_write', call);
  expect(first.isError, first.text).toBe(false);
  const [, id = ''] = /console\/test\/approvals\/([\w-]+)/.exec(first.text) ?? [];
  expect(first.text).toContain('waits for the approval of a person');
  expect(first.text).toContain(`idempotency_key "held-${id}"`);
  const repeat = () => agent.call('run_write', { ...call, idempotency_key: `held-${id}` });
  expect((await repeat()).text).toContain(`approvals/${id}`);
  expect((await approve(id, ada)).json.state).toBe('executed');
  expect((await repeat()).text).toContain('"subject":"From an agent"');
  const refused = await agent.call('run_write', call);
  const [, other = ''] = /approvals\/([\w-]+)/.exec(refused.text) ?? [];
  await ada.send('POST', `${held}/${other}/refuse`, { body: { reason: 'Ask her first.' } });
  const ended = await agent.call('run_write', { ...call, idempotency_key: `held-${other}` });
  expect(ended).toMatchObject({ isError: true, text: expect.stringContaining('Ask her first.') });
  await agent.close();
});
