import type { RawValue } from '@connectory/connector-sdk';
import { parseVerbatim } from '@connectory/exact-json';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { builtInSandboxes } from '../../src/built-in-sandboxes.ts';
import { startHostedGateway } from '../hosted-gateway.ts';
import { connectClient, type McpClient } from '../mcp-client.ts';
import type { RunningGateway } from '../running-gateway.ts';

const systems = ['ashby', 'confluence', 'hubspot', 'incident-io', 'sendgrid', 'shopify'];

let gateway: RunningGateway;
let client: McpClient;
/** The questions that the person was asked before a write. */
const questions: string[] = [];

beforeAll(async () => {
  const among = ({ id }: { readonly id: string }) => systems.includes(id);
  gateway = await startHostedGateway({
    connectors: builtInConnectors.filter(among),
    sandboxes: builtInSandboxes.filter(({ connector }) => among(connector)),
  });
  client = await connectClient(gateway, {
    response: (message) => {
      questions.push(message);
      return { action: 'accept', content: { confirm: true } };
    },
  });
});

afterAll(async () => {
  await client.close();
  await gateway.stop();
});

async function tool(name: string, input: object): Promise<RawValue> {
  const { text, isError } = await client.call(name, input);
  expect(isError, text).toBe(false);
  return parseVerbatim(text.split('\n[')[0] ?? '');
}

/** Calls the action that an agent finds by these words, and returns its data. The effect decides the tool, as for any agent. */
async function act(words: string, address: string, params: object): Promise<RawValue> {
  const [connection = '', entity = '', action = ''] = address.split(' ');
  const { data } = await tool('find_actions', { query: words, limit: 8 });
  const names = data.map((one: RawValue) => `${one.connector} ${one.entity} ${one.action}`);
  expect(names, words).toContain(address);
  const { effect } = await tool('describe_action', { connector: connection, entity, action });
  const run = effect === 'read' ? 'run_read' : 'run_write';
  return (await tool(run, { connection, entity, action, params })).data;
}

it('an agent logs a call on a contact in the CRM and moves the deal to its next stage', async () => {
  const [contact] = await act('list hubspot contacts', 'hubspot contacts list', { limit: 1 });
  const types = [{ associationTypeId: 194 }];
  const call = await act('log a call on a contact', 'hubspot calls create', {
    properties: { hs_timestamp: '2026-11-29T10:00:00Z', hs_call_title: 'Price of ten seats' },
    associations: [{ to: { id: contact.id }, types }],
  });
  const logged = await act('get a hubspot call', 'hubspot calls get', { callId: call.id, associations: 'contacts' });
  expect(logged).toMatchObject({
    properties: { hs_call_title: 'Price of ten seats' },
    associations: { contacts: { results: [{ id: contact.id }] } },
  });

  const [deal] = await act('list deals', 'hubspot deals list', { limit: 1 });
  const dealstage = 'contractsent';
  await act('move a deal to the next stage', 'hubspot deals update', { dealId: deal.id, properties: { dealstage } });
  const moved = await act('get a deal', 'hubspot deals get', { dealId: deal.id });
  expect(moved.properties.dealstage).toBe(dealstage);
});

it('an agent refunds an order and tells the customer', async () => {
  const orders = await act('list shopify orders', 'shopify orders list', { limit: 50 });
  const order = orders.find((one: RawValue) => one.financial_status === 'paid' && one.email);
  const { transactions } = await act('calculate a refund of an order', 'shopify order_refund_calculations create', {
    order_id: order.id,
    refund_line_items: [{ line_item_id: order.line_items[0].id, quantity: 1, restock_type: 'no_restock' }],
  });
  expect(transactions.length).toBeGreaterThan(0);
  const { parent_id, amount, gateway: provider } = transactions[0];
  const refund = await act('refund an order', 'shopify order_refunds create', {
    order_id: order.id,
    transactions: [{ parent_id, amount, gateway: provider }],
  });
  const refunds = await act('list refunds of an order', 'shopify order_refunds list', { order_id: order.id });
  expect(refunds.map(({ id }: RawValue) => id)).toContainEqual(refund.id);
  expect(questions.at(-1)).toContain('order_refunds');

  const message = await act('send an email to a customer with sendgrid', 'sendgrid messages create', {
    from: { email: 'orders@example.com' },
    to: [{ email: order.email }],
    subject: `Refund of ${order.name}`,
    content: [{ type: 'text/plain', value: `We have paid back ${amount}.` }],
  });
  expect(message.id).toMatch(/./);
  expect(questions.at(-1)).toContain('messages');
});

it('an agent escalates an incident', async () => {
  const [incident] = await act('list incidents', 'incident-io incidents list', { page_size: 1 });
  const [path] = await act('list escalation paths', 'incident-io escalation_paths list', { page_size: 1 });
  const { id } = await act('escalate an incident to the people on call', 'incident-io escalations create', {
    title: 'Checkout is down',
    escalation_path_id: path.id,
    incident_id: incident.id,
  });
  const escalation = await act('get an escalation', 'incident-io escalations get', { id });
  expect(escalation).toMatchObject({ title: 'Checkout is down', escalation_path_id: path.id });
});

it('an agent publishes a page in the wiki', async () => {
  const [space] = await act('list wiki spaces', 'confluence spaces list', { limit: 1 });
  const page = await act('publish a page in the wiki', 'confluence pages create', {
    spaceId: space.id,
    title: 'How we refund',
    body: { representation: 'storage', value: '<p>Ask first.</p>' },
  });
  const published = await act('get a wiki page', 'confluence pages get', { id: page.id, 'body-format': 'storage' });
  expect(published).toMatchObject({ title: 'How we refund', status: 'current' });
});

it('an agent moves a candidate to the next stage', async () => {
  const applications = await act('list applications in ashby', 'ashby applications list', { limit: 25 });
  const application = applications.find((one: RawValue) => one.status === 'Active');
  const { interviewPlanId, id } = application.currentInterviewStage;
  const stages = await act('list the interview stages', 'ashby interview_stages list', { interviewPlanId });
  const position = stages.findIndex((stage: RawValue) => stage.id === id);
  const next = stages[position + 1];
  await act('move a candidate to the next stage', 'ashby application_stage_changes create', {
    applicationId: application.id,
    interviewStageId: next.id,
  });
  const moved = await act('get an application', 'ashby applications get', { applicationId: application.id });
  expect(moved.currentInterviewStage.id).toBe(next.id);
});
