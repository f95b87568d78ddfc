import type { RawValue } from '@connectory/connector-sdk';
import { customerAt, stories } from '@connectory/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { builtInSandboxes } from '../../src/built-in-sandboxes.ts';
import { found, startHostedGateway, untilSynced } from '../hosted-gateway.ts';
import type { RunningGateway } from '../running-gateway.ts';

const systems = [
  'confluence',
  'github',
  'hubspot',
  'mailchimp',
  'sendgrid',
  'shopify',
  'slack',
  'stripe',
  'woocommerce',
  'zendesk',
];

let gateway: RunningGateway;

beforeAll(async () => {
  const among = ({ id }: { readonly id: string }) => systems.includes(id);
  gateway = await startHostedGateway({
    connectors: builtInConnectors.filter(among),
    sandboxes: builtInSandboxes.filter(({ connector }) => among(connector)),
  });
  for (const id of systems) await untilSynced(gateway, id);
});

afterAll(() => gateway.stop());

const one = async (connection: string, entity: string, filter: object): Promise<RawValue> => {
  const records = await found(gateway, connection, entity, filter);
  expect(records, `${connection} ${entity} ${JSON.stringify(filter)}`).toHaveLength(1);
  return records[0];
};

it('a customer of the demo whose name is misspelt can be followed to the refund of an invoice', async () => {
  const { id, email } = await one('stripe', 'customers', { fuzzy: { name: 'Maya Lindolm' } });
  expect(await found(gateway, 'stripe', 'charges', { eq: { customer: id } })).toMatchObject([{ status: 'succeeded' }]);

  const { id: payer } = await one('stripe', 'customers', { fuzzy: { name: 'Lucia Marcheti' } });
  const invoice = await one('stripe', 'invoices', { eq: { customer: payer, status: 'paid', number: 'HS-1011' } });
  const charge = await gateway.execute('stripe', { entity: 'charges', action: 'get', params: { id: invoice.charge } });
  expect(charge.json.data).toMatchObject({ customer: payer, amount: invoice.amount_paid, amount_refunded: 0 });
  const refund = { charge: invoice.charge, amount: invoice.amount_paid };
  const dryRun = await gateway.execute('stripe', {
    entity: 'refunds',
    action: 'create',
    params: refund,
    dry_run: true,
  });
  expect(dryRun.json.data.requests[0].body).toBe(`charge=${invoice.charge}&amount=${invoice.amount_paid}`);

  const { id: requester } = await one('zendesk', 'users', { eq: { email } });
  await one('zendesk', 'tickets', { eq: { requester_id: requester, status: 'open' } });
  await one('hubspot', 'contacts', { eq: { 'properties.email': email } });
  await one('shopify', 'orders', { eq: { email } });
});

it('the first twenty customers of the demo have the same email address in every system', async () => {
  for (const { email } of Array.from({ length: 20 }, (_, index) => customerAt(index))) {
    await one('stripe', 'customers', { eq: { email } });
    await one('zendesk', 'users', { eq: { email } });
    await one('hubspot', 'contacts', { eq: { 'properties.email': email } });
    await one('shopify', 'customers', { eq: { email } });
    await one('woocommerce', 'customers', { eq: { email } });
    await one('mailchimp', 'list_members', { eq: { email_address: email } });
    await one('sendgrid', 'contacts', { eq: { email } });
  }
});

describe('the story', () => {
  it.each(stories.map((story) => [story.subject, story] as const))(
    '"%s" is told by every system alike',
    async (_, story) => {
      const { name, last, email } = customerAt(story.customer);
      const { requester_id, id } = await one('zendesk', 'tickets', { eq: { subject: story.subject, status: 'open' } });
      expect(await one('zendesk', 'users', { eq: { id: requester_id } })).toMatchObject({ name, email });
      const comments = await found(gateway, 'zendesk', 'ticket_comments', { eq: { ticket_id: id } });
      expect(comments.map(({ body }) => body)).toEqual(expect.arrayContaining([story.complaint, story.reply]));
      await one('hubspot', 'tickets', { eq: { 'properties.subject': story.subject } });
      const reported = await found(gateway, 'slack', 'channel_messages', { keyword: { text: last } });
      expect(reported.map(({ text }) => text).join()).toContain(story.discussion[0]);
      if (story.report !== undefined) {
        const { title } = story.report;
        await one('confluence', 'pages', { eq: { title } });
        expect((await found(gateway, 'github', 'issues', { eq: { title } })).length).toBeGreaterThan(0);
      }
      for (const order of story.complaint.match(/#\d+/g) ?? []) {
        expect(await one('shopify', 'orders', { eq: { name: order } })).toMatchObject({ email });
        const { amount, customer } = await one('stripe', 'charges', { eq: { description: `Order ${order}` } });
        expect(await one('stripe', 'customers', { eq: { id: customer } })).toMatchObject({ email });
        expect((await one('shopify', 'orders', { eq: { name: order } })).total_price).toBe((amount / 100).toFixed(2));
      }
      for (const number of story.complaint.match(/HS-\d+/g) ?? []) {
        const { total, ...invoice } = await one('stripe', 'invoices', { eq: { number } });
        expect(invoice).toMatchObject({ customer_email: email });
        expect(story.complaint).toContain((total / 100).toFixed(2));
      }
    },
  );
});
