/** One picture of the site: its page, and the element at the top. */
export interface Scene {
  /** The name of its files. */
  readonly name: string;
  readonly address: string;
  /** The selector of the element at the top of the window; by default the top of the page. */
  readonly from?: string;
}

/** The scenes of the site: each kind of page, and the parts that look different on a phone. */
export const scenes: readonly Scene[] = [
  { name: 'landing', address: '/docs/' },
  { name: 'landing-systems', address: '/docs/', from: '#systems' },
  { name: 'guide', address: '/docs/guide/first-call' },
  { name: 'connectors', address: '/docs/connectors/' },
  { name: 'connector', address: '/docs/connectors/stripe/' },
  { name: 'connector-matrix', address: '/docs/connectors/stripe/', from: '#at-a-glance' },
  { name: 'connector-credentials', address: '/docs/connectors/stripe/', from: '#connecting' },
  { name: 'entity', address: '/docs/connectors/stripe/customers' },
  { name: 'entity-action', address: '/docs/connectors/stripe/customers', from: '#list' },
  { name: 'entity-record', address: '/docs/connectors/stripe/customers', from: '#record' },
  { name: 'recipe', address: '/docs/recipes/answer-a-ticket' },
];
