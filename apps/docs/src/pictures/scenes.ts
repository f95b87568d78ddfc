/** One picture of the site: which page it shows, and from where on. */
export interface Scene {
  /** Names its files. */
  readonly name: string;
  readonly address: string;
  /** What stands at the top of the window; the top of the page unless given. */
  readonly from?: string;
}

/** What is shown of the site: each kind of page, and the parts of it that look different on a phone. */
export const scenes: readonly Scene[] = [
  { name: 'landing', address: '/docs/' },
  { name: 'landing-systems', address: '/docs/', from: '#systems' },
  { name: 'guide', address: '/docs/guide/first-call' },
  { name: 'connectors', address: '/docs/connectors/' },
  { name: 'connector', address: '/docs/connectors/payments/' },
  { name: 'connector-matrix', address: '/docs/connectors/payments/', from: '#at-a-glance' },
  { name: 'connector-credentials', address: '/docs/connectors/payments/', from: '#connecting' },
  { name: 'entity', address: '/docs/connectors/payments/customers' },
  { name: 'entity-action', address: '/docs/connectors/payments/customers', from: '#list' },
  { name: 'entity-record', address: '/docs/connectors/payments/customers', from: '#record' },
  { name: 'recipe', address: '/docs/recipes/answer-a-ticket' },
];
