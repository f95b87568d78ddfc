import { type ConnectorSandbox, defineSandbox, type SampleSource, simulate } from '@connectory/sandbox';
import { attachments } from './help-centre/attachments.ts';
import { helpCentre } from './help-centre/index.ts';
import { ticketComments, tickets } from './help-centre/tickets.ts';
import { users } from './help-centre/users.ts';
import { hiringDesk } from './hiring-desk.ts';
import { charges, refunds } from './ledger/bookings.ts';
import { customers } from './ledger/customers.ts';
import { ledger } from './ledger/index.ts';
import { balance, invoices } from './ledger/invoices.ts';
import { webhooks } from './ledger/webhooks.ts';
import { organizations, viewer } from './repository-host/accounts.ts';
import { repositoryHost } from './repository-host/index.ts';
import { issues } from './repository-host/issues.ts';
import { organizationRepositories, repositories, viewerRepositories } from './repository-host/repositories.ts';

/** The simulated vendor of the help centre. */
export const helpCentreSandbox: ConnectorSandbox = defineSandbox(helpCentre, {
  entities: [
    simulate(tickets, {
      sample: (source) => ({
        id: 1001 + source.index,
        subject: source.pick(['Invoice shows the wrong address', 'Cannot sign in', 'Parcel has not arrived', 'Refund']),
        description: source.words(12),
        status: source.pick(['new', 'open', 'open', 'pending', 'solved']),
        tags: [source.pick(['billing', 'login', 'shipping']), 'demo'],
        via: { channel: source.pick(['web', 'email', 'api']) },
        is_public: true,
        requester_id: source.of('users'),
        created_at: source.time(source.integer(0, 400)),
      }),
    }),
    simulate(ticketComments, {
      sample: (source) => ({
        id: 24_500_000_001 + source.index,
        body: source.words(14),
        public: source.index % 3 !== 2,
        created_at: source.time(source.integer(0, 400)),
      }),
    }),
    simulate(users, {
      sample: (source) => {
        const { first, last, email } = source.person();
        return { id: 5001 + source.index, name: `${first} ${last}`, email, role: source.pick(['agent', 'end-user']) };
      },
    }),
    simulate(attachments, {
      sample: (source) => {
        const image = source.pick(['screenshot.png', 'photo.png']);
        const isText = source.index % 5 === 1;
        return {
          id: 17_463_839_000_001 + source.index,
          file_name: isText ? 'conversation.txt' : image,
          content_type: isText ? 'text/plain' : 'image/png',
          size: source.integer(2_000, 400_000),
          content_url: `https://example.help-centre.example.com/attachments/${source.id('', 24)}`,
        };
      },
    }),
  ],
  events: ({ entity, kind, record, number }) => {
    const headers = { 'x-help-centre-delivery': String(number) };
    if (entity === 'tickets') return { headers, body: { ticket: record.id, deleted: kind === 'removed' } };
    return entity === 'ticket_comments' ? { headers, body: { comment: record.id } } : undefined;
  },
});

const people = hiringDesk.entities.filter(({ name }) => name === 'candidates' || name === 'users');

/** The simulated vendor of the hiring desk. */
export const hiringDeskSandbox: ConnectorSandbox = defineSandbox(hiringDesk, {
  entities: people.map((entity) =>
    simulate(entity, {
      sample: (source) => {
        const { first, last, email } = source.person();
        return { name: `${first} ${last}`, email };
      },
    }),
  ),
  events: ({ entity, kind, record, number }) =>
    entity === 'jobs'
      ? { encoding: 'form', body: { type: kind, 'job[id]': record.id, number: String(number) } }
      : undefined,
});

const verbs = { added: 'created', changed: 'updated', removed: 'deleted' };
const kindOf: Readonly<Record<string, string>> = { customers: 'customer', invoices: 'invoice' };

const sampleOf = (prefix: string) => (source: SampleSource) => ({
  id: source.id(prefix, 24),
  amount: source.integer(5, 900) * 100,
  currency: source.pick(['usd', 'eur', 'gbp']),
  customer: source.of('customers'),
  created: source.epoch(source.integer(1, 700)),
});

/** The simulated vendor of the ledger. */
export const ledgerSandbox: ConnectorSandbox = defineSandbox(ledger, {
  entities: [
    simulate(customers, {
      sample: (source) => {
        const { first, last, email } = source.person();
        return {
          id: source.id('cus_', 14),
          name: `${first} ${last}`,
          email,
          description: `Account of ${source.company()}`,
          created: source.epoch(source.integer(1, 700)),
          delinquent: source.index % 9 === 4,
          invoice_settings: { footer: null, terms: null },
          sources: source.index % 4 === 0 ? { data: [] } : null,
        };
      },
    }),
    simulate(charges, { sample: sampleOf('ch_') }),
    simulate(refunds, { sample: sampleOf('re_') }),
    simulate(invoices, {
      sample: (source) => ({
        id: source.id('in_', 24),
        status: source.pick(['draft', 'open', 'paid']),
        amount_due: source.integer(5, 900) * 100,
        customer: source.of('customers'),
        created: source.epoch(source.integer(1, 700)),
      }),
    }),
    simulate(balance, { sample: () => ({ available: 184_250, pending: 42_900 }) }),
    simulate(webhooks, { sample: (source) => ({ id: source.id('we_', 14) }) }),
  ],
  events: ({ entity, kind, record, number }) => {
    const thing = kindOf[entity];
    if (thing === undefined) return undefined;
    return { body: { id: `evt_${number}`, type: `${thing}.${verbs[kind]}`, data: { id: record.id } } };
  },
});

function sample(source: SampleSource) {
  const name = source.words(2).toLowerCase().replaceAll(' ', '-');
  const login = source.of('organizations', 'login');
  return {
    id: source.id('R_', 10),
    name,
    nameWithOwner: `${login}/${name}`,
    isPrivate: source.index % 4 === 3,
    stargazerCount: source.integer(0, 4000),
    owner: { login },
  };
}

/** The simulated vendor of the repository host. */
export const repositoryHostSandbox: ConnectorSandbox = defineSandbox(repositoryHost, {
  entities: [
    simulate(viewer, {
      sample: (source) => ({ id: source.id('U_', 10), login: `user-${source.index}`, name: 'Octavia Demo' }),
    }),
    simulate(organizations, {
      sample: (source) => ({ id: source.id('O_', 10), login: `organization-${source.index}`, name: source.company() }),
    }),
    simulate(issues, {
      sample: (source) => ({
        id: source.id('I_', 10),
        number: source.index + 1,
        title: source.words(6),
        state: source.pick(['OPEN', 'CLOSED']),
      }),
    }),
    simulate(repositories, { sample }),
    simulate(organizationRepositories, { sample }),
    simulate(viewerRepositories, { sample }),
  ],
});

/** The simulated vendors of all made-up connectors. */
export const fixtureSandboxes: readonly ConnectorSandbox[] = [
  helpCentreSandbox,
  hiringDeskSandbox,
  ledgerSandbox,
  repositoryHostSandbox,
];
