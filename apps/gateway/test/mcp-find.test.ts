import type { RawValue } from '@connectory/connector-sdk';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { found, startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { connectClient, type McpClient } from './mcp-client.ts';
import type { RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let client: McpClient;
let ticket: RawValue;

beforeAll(async () => {
  gateway = await startHostedGateway();
  for (const { id } of fixtureConnectors) await untilSynced(gateway, id);
  [ticket] = await found(gateway, 'help-centre', 'tickets', { neq: { subject: null } });
  client = await connectClient(gateway);
});

afterAll(async () => {
  await client.close();
  await gateway.stop();
});

async function json(name: string, input: object): Promise<RawValue> {
  const { text, isError } = await client.call(name, input);
  expect(isError, text).toBe(false);
  return JSON.parse(text);
}

const firstTicket = async (): Promise<RawValue> => {
  const { results } = await json('search', { query: `${ticket.subject} tickets` });
  return results.find(({ id }: RawValue) => id.startsWith('help-centre/tickets/'));
};

it('search returns ids, titles and addresses, and nothing else, in one text', async () => {
  const { results, ...rest } = await json('search', { query: String(ticket.subject) });
  expect(rest).toEqual({});
  expect(results.length).toBeGreaterThan(0);
  for (const result of results) {
    expect(result).toEqual({ id: expect.any(String), title: expect.any(String), url: expect.stringMatching(/^\w+:./) });
  }
});

it('fetch returns the record that search found, live, with its title and address', async () => {
  const { id, url } = await firstTicket();
  const { text, ...found } = await json('fetch', { id });
  expect(found).toEqual({
    id,
    title: expect.any(String),
    url,
    metadata: { connection: 'help-centre', connector: 'help-centre', entity: 'tickets', source: 'live' },
  });
  expect(JSON.parse(text)).toMatchObject({ subject: found.title });
});

it('fetch returns the record of the copy while the system cannot be asked', async () => {
  const { id } = await firstTicket();
  const live = JSON.parse((await json('fetch', { id })).text);
  const path = `/api/v1/workspaces/test/connections/${gateway.connection('help-centre')}`;
  expect((await gateway.send('PATCH', path, { body: { paused: true } })).status).toBe(200);
  const { text, metadata } = await json('fetch', { id });
  expect(metadata).toMatchObject({ source: 'copy' });
  expect(JSON.parse(text)).toMatchObject({ id: live.id, subject: live.subject });
  expect((await gateway.send('PATCH', path, { body: { paused: false } })).status).toBe(200);
});

it.each([
  ['no id', 'something'],
  ['a write', 'help-centre/tickets/create/{"ticket":{"subject":"x"}}'],
  ['no JSON', 'help-centre/tickets/get/{ticket_id}'],
  ['another connection', 'elsewhere/tickets/get/{"ticket_id":1}'],
  ['parameters of no record', 'help-centre/tickets/get/{"ticket":1}'],
])('fetch refuses %s, and says what to do', async (_what, id) => {
  const { text, isError } = await client.call('fetch', { id });
  expect(isError).toBe(true);
  expect(JSON.parse(text)).toMatchObject({ message: expect.any(String), next_step: expect.stringMatching(/\w/) });
});

it('a token that may not search has neither of the tools, and fetch reads nothing that its policy forbids', async () => {
  const without = await connectClient(gateway, { token: await gateway.tokenWith({ actions: ['list'] }) });
  const names = await without.toolNames();
  expect(names).not.toContain('search');
  expect(names).not.toContain('fetch');
  await without.close();
  const { id } = await firstTicket();
  const customersOnly = await connectClient(gateway, { token: await gateway.tokenWith({ entities: ['customers'] }) });
  expect((await customersOnly.call('fetch', { id })).isError).toBe(true);
  await customersOnly.close();
});
