import type { Connector, Entity, RawValue } from '@connectory/connector-sdk';
import { type ConnectorSandbox, defineSandbox, type SampleSource, simulate } from '../../src/index.ts';
import { advertising } from './adverts.ts';
import { planning } from './boards.ts';
import { forge } from './forge.ts';
import { pages } from './pages.ts';
import { people } from './people.ts';
import { shop } from './shop.ts';

type Simulation = Parameters<typeof simulate>[1];

const simulated = (connector: Connector, simulations: Readonly<Record<string, Simulation>>): ConnectorSandbox =>
  defineSandbox(connector, {
    entities: Object.entries(simulations).map(([name, simulation]) =>
      simulate(connector.entities.find((entity) => entity.name === name) as Entity, simulation),
    ),
  });

const isFrom = (table: string) => (params: Readonly<Record<string, unknown>>) =>
  String(params.query).includes(`FROM ${table}`);
const asPrice = { toRow: ({ id, cents }: RawValue) => ({ id, price: { amount: cents / 100 } }) };
const row = { sample: ({ index }: SampleSource) => ({ id: 1000 + index }) };

/** The simulated vendors of all toys. */
export const toySandboxes: readonly ConnectorSandbox[] = [
  simulated(advertising, {
    accounts: { sample: ({ index }) => ({ id: String(1_000 + index) }) },
    closures: { actions: { create: { fields: { account_id: 'id' }, values: () => ({ name: 'closed' }) } } },
    campaigns: {
      sample: ({ index }) => ({ campaign: { id: String(20_000 + index) } }),
      actions: {
        list: {
          fields: { account_id: null },
          matches: ({ campaign }, { query }: RawValue) =>
            !query.includes('WHERE status') || query.endsWith(`= ${campaign.status}`),
          isMeant: isFrom('campaign'),
        },
        update: {
          fields: { account_id: null, 'operations.0.id': 'campaign.id' },
          values: ({ operations: [first] }: RawValue, { campaign }) => ({
            campaign: { name: first?.set.name.replace('{name}', campaign.name) },
          }),
        },
      },
    },
    groups: { actions: { list: { fields: { account_id: null, query: null }, isMeant: isFrom('group') } } },
    notes: {
      sample: ({ index }) => ({ id: `note-${index}` }),
      parent: ({ id }) => (id === 'note-7' ? '1024' : undefined),
    },
    prices: { actions: { list: asPrice, get: asPrice } },
  }),
  simulated(planning, {
    boards: { sample: ({ index }) => ({ id: String(500 + index), name: `Board ${index}` }) },
    items: { sample: ({ index }) => ({ id: String(9_000 + index) }) },
  }),
  simulated(forge, {
    projects: {
      sample: (source) => ({
        id: source.id('P_', 6),
        name: `project-${source.index}`,
        owner: { login: source.pick(['ann', 'bob']) },
      }),
    },
    tasks: {
      sample: (source) => ({ id: source.id('T_', 6), number: source.index + 1, title: `Task ${source.index}` }),
    },
    branches: { sample: ({ index }) => ({ name: `branch-${index}`, prefix: 'refs/heads/' }) },
  }),
  simulated(pages, Object.fromEntries(pages.entities.map(({ name }) => [name, row]))),
  simulated(people, {
    persons: {
      sample: (source) => ({
        name: `Person ${source.index}`,
        team: { id: source.of('teams'), title: source.of('teams', 'title') },
      }),
    },
    teams: { sample: (source) => ({ title: `Team ${source.index}`, lead_id: source.of('persons') }) },
  }),
  simulated(shop, {
    products: {
      sample: (source) => ({
        id: source.id('prod_', 8),
        name: `Product ${source.index}`,
        status: source.index % 5 === 0 ? 'archived' : 'active',
      }),
    },
    attachments: {
      sample: ({ index }) => ({ id: 100 + index, content_type: 'image/png', size: 200_000 + index }),
    },
    reports: { sample: ({ index }) => ({ number: index + 1, title: `Report ${index + 1}` }) },
  }),
];
