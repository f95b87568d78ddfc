import type { Connector } from '@connectory/connector-sdk';
import type { DefaultTheme } from 'vitepress';

type Item = DefaultTheme.SidebarItem;

const guides: readonly Item[] = [
  { text: 'Start', link: '/' },
  { text: 'First call', link: '/guide/first-call' },
  { text: 'Console', link: '/guide/console' },
  { text: 'Your own accounts', link: '/guide/credentials' },
  { text: 'Connect accounts', link: '/guide/connect-accounts' },
  { text: 'Finding actions', link: '/guide/actions' },
  { text: 'Tokens and policies', link: '/guide/tokens' },
  { text: 'What a token may see', link: '/guide/data-policies' },
  { text: 'People and roles', link: '/guide/people' },
  { text: 'Approvals', link: '/guide/approvals' },
  { text: 'Searching', link: '/guide/search' },
  { text: 'SQL over all connections', link: '/guide/sql' },
  { text: 'Own fields', link: '/guide/own-fields' },
  { text: 'Sync', link: '/guide/sync' },
  { text: 'Exporting records', link: '/guide/export' },
  { text: 'Handling errors', link: '/guide/errors' },
  { text: 'Following changes', link: '/guide/changes' },
  { text: 'Receiving webhooks', link: '/guide/subscriptions' },
  { text: 'Events from vendors', link: '/guide/events' },
  { text: 'Audit', link: '/guide/audit' },
  { text: 'Install', link: '/guide/install' },
  { text: 'Running in production', link: '/guide/operate' },
  { text: 'Operating reference', link: '/guide/operating' },
  { text: 'Scaling', link: '/guide/scaling' },
  { text: 'Security', link: '/guide/security' },
  { text: 'Deletion and retention', link: '/guide/deletion' },
  { text: 'Requests about a person', link: '/guide/personal-data-requests' },
];

const tasks: readonly Item[] = [
  { text: 'All', link: '/tasks/' },
  { text: 'Find unpaid invoices', link: '/tasks/unpaid-invoices' },
  { text: 'Page through everything', link: '/tasks/page-through-everything' },
  { text: 'Change many records at once', link: '/tasks/many-records' },
  { text: 'Know how fresh the data is', link: '/tasks/fresh-data' },
  { text: 'Export to CSV', link: '/tasks/export' },
  { text: 'Upload or download a file', link: '/tasks/files' },
  { text: 'Find out why: 409', link: '/tasks/why-409' },
  { text: 'Get a webhook for deals', link: '/tasks/deal-webhook' },
  { text: 'Limit an agent to tickets', link: '/tasks/read-only-agent' },
  { text: 'Give an end user a token', link: '/tasks/end-user-token' },
  { text: "Delete a customer's data", link: '/tasks/delete-data' },
  { text: 'Run two gateways', link: '/tasks/another-gateway' },
  { text: 'Connect another system', link: '/tasks/another-system' },
];

const recipes: readonly Item[] = [
  { text: 'Sync customers to a warehouse', link: '/recipes/sync-to-a-warehouse' },
  { text: 'Answer a ticket from an agent', link: '/recipes/answer-a-ticket' },
  { text: 'Find a customer across systems', link: '/recipes/find-a-customer' },
  { text: 'Follow a story through the demo', link: '/recipes/follow-a-story' },
];

const clients: readonly Item[] = [
  { text: 'Agents (MCP)', link: '/guide/agents' },
  { text: 'TypeScript', link: '/guide/typescript-client' },
  { text: 'Other languages', link: '/guide/other-languages' },
  { text: 'Command line', link: '/guide/command-line' },
  { text: 'Clients of the hosted service', link: '/guide/drop-in' },
];

const authors: readonly Item[] = [
  { text: 'Writing a connector', link: '/guide/writing-a-connector' },
  { text: 'Connector SDK', link: '/reference/connector-sdk' },
  { text: 'Conformance suite', link: '/reference/testkit' },
  { text: 'Sandbox', link: '/reference/sandbox' },
  { text: 'Checking against the vendor', link: '/reference/check-upstream' },
];

const reference: readonly Item[] = [
  { text: 'Execute', link: '/reference/execute' },
  { text: 'Errors', link: '/reference/errors' },
  { text: 'Changes', link: '/reference/changes' },
  { text: 'Subscriptions', link: '/reference/subscriptions' },
  { text: 'Held writes', link: '/reference/held-writes' },
  { text: 'Data policies', link: '/reference/data-policies' },
  { text: 'Audit', link: '/reference/audit' },
  { text: 'MCP', link: '/reference/mcp' },
  { text: 'Agents by OAuth', link: '/reference/authorization' },
  { text: 'People', link: '/reference/people' },
  { text: 'Search', link: '/reference/search' },
  { text: 'SQL', link: '/reference/sql' },
  { text: 'Synchronization', link: '/reference/sync' },
  { text: 'Own fields', link: '/reference/own-fields' },
  { text: 'Export', link: '/reference/export' },
  { text: 'Requests about a person', link: '/reference/person-requests' },
  { text: 'Scaling the copy', link: '/reference/scaling' },
  { text: 'Rehearsals', link: '/reference/rehearsals' },
  { text: 'Glossary', link: '/reference/glossary' },
  { text: 'Versions and deprecations', link: '/guide/versioning' },
];

/** The side menus: that of a connector lists its entities, the general one all other pages. */
export function sidebar(connectors: readonly Connector[]): DefaultTheme.SidebarMulti {
  const overviews = connectors.map(({ id, vendor }) => ({ text: `${id} (${vendor})`, link: `/connectors/${id}/` }));
  const own = connectors.map(({ id, vendor, entities }) => [
    `/connectors/${id}/`,
    [
      {
        text: vendor,
        link: `/connectors/${id}/`,
        items: entities.map(({ name }) => ({ text: name, link: `/connectors/${id}/${name}` })),
      },
      {
        text: 'Connectors',
        items: [
          { text: 'All', link: '/connectors/' },
          ...overviews.filter(({ link }) => link !== `/connectors/${id}/`),
        ],
      },
    ],
  ]);
  return {
    ...Object.fromEntries(own),
    '/': [
      { text: 'Guide', items: [...guides] },
      { text: 'How do I …', items: [...tasks] },
      { text: 'Recipes', items: [...recipes] },
      { text: 'Clients', items: [...clients] },
      { text: 'Connectors', items: [{ text: 'All', link: '/connectors/' }, ...overviews] },
      { text: 'Connector authors', items: [...authors] },
      { text: 'Reference', items: [...reference] },
    ],
  };
}
