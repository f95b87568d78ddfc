import type { RawValue } from '@connectory/connector-sdk';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { builtInSandboxes } from '../../src/built-in-sandboxes.ts';
import { found, startHostedGateway, untilSynced } from '../hosted-gateway.ts';
import { connectClient } from '../mcp-client.ts';
import type { RunningGateway } from '../running-gateway.ts';

const systems = ['stripe', 'zendesk'];

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

const statement = `
  WITH owing AS (
    SELECT customer_email AS email, currency, sum(amount_remaining) AS owed
    FROM stripe.invoices WHERE status = 'open' AND amount_remaining > 0 GROUP BY ALL
  )
  SELECT owing.email, owing.currency, owing.owed, count(tickets.id) AS open_tickets
  FROM owing
  LEFT JOIN zendesk.users ON users.email = owing.email
  LEFT JOIN zendesk.tickets ON tickets.requester_id = users.id AND tickets.status NOT IN ('solved', 'closed')
  GROUP BY ALL ORDER BY open_tickets DESC, owed DESC, owing.email`;

it('an agent counts the open tickets of each customer who owes money with one call', async () => {
  const client = await connectClient(gateway);
  const input = { sql: statement };
  const { text, isError } = await client.call('sql', input);
  await client.close();
  expect(isError, text).toBe(false);
  const { data } = JSON.parse(text.split('\n[')[0] ?? '');

  const owed = new Map<string, number>();
  for (const invoice of await found(gateway, 'stripe', 'invoices', { eq: { status: 'open' } }))
    if (invoice.amount_remaining > 0)
      owed.set(invoice.customer_email, (owed.get(invoice.customer_email) ?? 0) + Number(invoice.amount_remaining));
  const users = await found(gateway, 'zendesk', 'users', {});
  const tickets = await found(gateway, 'zendesk', 'tickets', { not: { in: { status: ['solved', 'closed'] } } });
  const openTickets = (email: string) => {
    const ids = users.filter((user) => user.email === email).map(({ id }) => id);
    return tickets.filter((ticket) => ids.includes(ticket.requester_id)).length;
  };
  const expected = [...owed].map(([email, amount]) => [email, amount, openTickets(email)]);
  const rows = data.map((row: RawValue) => [row.email, Number(row.owed), Number(row.open_tickets)]);
  expect(rows.toSorted()).toEqual(expected.toSorted());
  expect(rows.some(([, , count]: readonly number[]) => (count ?? 0) > 0)).toBe(true);

  const tokens = encode(JSON.stringify(input)).length + encode(text).length;
  console.info(`The question took 1 call and ${tokens} tokens, for ${rows.length} customers.`);
  expect(tokens).toBeLessThan(3_000);
});
