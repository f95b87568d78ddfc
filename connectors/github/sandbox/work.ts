import { type SampleSource, stories } from '@connectory/sandbox';

// What a company that sells a shop system might work on. One line each, by position.
const repositoryLines = [
  ['storefront', 'The shop our customers see', 'TypeScript'],
  ['checkout', 'Cart, addresses and payment', 'TypeScript'],
  ['catalog-service', 'Products, variants and prices behind one API', 'Go'],
  ['order-service', 'Takes orders and follows them until they are delivered', 'Go'],
  ['invoice-renderer', 'Turns orders into PDF invoices', 'Rust'],
  ['search-index', 'Builds and serves the product search', 'Rust'],
  ['mail-templates', 'Texts of all emails, in nine languages', 'TypeScript'],
  ['mobile-app', 'The shop on iOS and Android', 'TypeScript'],
  ['warehouse-scanner', 'Scans parcels in and out of the warehouse', 'Python'],
  ['price-rules', 'Discounts, vouchers and volume prices', 'Go'],
  ['design-system', 'Colors, type and components of all our interfaces', 'TypeScript'],
  ['api-docs', 'Documentation for partners', 'TypeScript'],
  ['infrastructure', 'Everything we run, as code', 'Go'],
  ['load-tests', 'How much the shop takes on the first day of a sale', 'Python'],
  ['data-pipeline', 'Moves orders into the warehouse for reports', 'Python'],
  ['shipping-rates', 'Asks carriers what a parcel costs', 'Go'],
  ['address-check', 'Finds wrong postal codes before the parcel leaves', 'Rust'],
  ['feature-flags', 'Switches features on, one customer at a time', 'Go'],
  ['status-page', 'What works right now, and what does not', 'TypeScript'],
  ['tax-tables', 'VAT rates of all countries we ship to', 'Python'],
  ['image-resizer', 'Product pictures in every size', 'Rust'],
  ['partner-sdk', 'Client library for partners', 'TypeScript'],
  ['fraud-scores', 'Tells odd orders from good ones', 'Python'],
  ['release-tools', 'Changelogs, tags and announcements', 'Go'],
  ['handbook', 'How we work', 'TypeScript'],
] as const;

const changeLines = [
  ['cache-product-pages', 'Cache product pages for a minute'],
  ['retry-payment-webhooks', 'Retry payment webhooks that time out'],
  ['fix-vat-rounding', 'Round VAT per line, not per order'],
  ['accents-in-search', 'Ignore accents in the product search'],
  ['drop-legacy-cart', 'Remove the cart nobody uses since v1'],
  ['upgrade-node', 'Upgrade to Node 22'],
  ['split-order-table', 'Split orders and order lines into two tables'],
  ['keyboard-navigation', 'Make the menu work with the keyboard'],
  ['limit-voucher-length', 'Refuse vouchers longer than 32 characters'],
  ['stream-csv-export', 'Stream the CSV export instead of building it in memory'],
  ['log-carrier-errors', 'Log what the carrier answered'],
  ['document-rate-limits', 'Document the rate limits'],
  ['time-zone-of-reports', 'Use the time zone of the shop in reports'],
  ['idempotent-orders', 'Accept the same order only once'],
  ['smaller-images', 'Serve pictures as AVIF where browsers take it'],
  ['rename-stock-fields', 'Rename stock fields as the API does'],
  ['health-check', 'Answer health checks before the cache is warm'],
  ['safer-redirects', 'Redirect to our own hosts only'],
  ['parallel-tests', 'Run the slow tests in parallel'],
  ['portuguese-texts', 'Add Portuguese texts'],
  ['sort-by-popularity', 'Sort search results by popularity'],
  ['revoke-sessions', 'End all sessions when a password changes'],
  ['pin-base-image', 'Pin the base image by digest'],
  ['faster-invoices', 'Render invoices four times faster'],
  ['remove-dead-code', 'Remove code behind flags that are always on'],
] as const;

const problemLines = [
  ...stories.flatMap(({ report }) => (report ? [[report.title, report.text] as const] : [])),
  [
    'Checkout hangs after the address step',
    'It happens with addresses in Ireland, which have no postal code in our list.',
  ],
  ['Search finds nothing for "café"', 'Without the accent it finds three products.'],
  ['Invoice shows the wrong VAT rate for books', 'Books have a reduced rate in Germany, the invoice shows 19%.'],
  [
    'App crashes when the network is lost during payment',
    'Seen on Android 14. The order was placed, the customer saw an error.',
  ],
  ['Export stops at 10,000 rows', 'The file ends in the middle of an order, without a message.'],
  ['Allow several delivery addresses per order', 'Three business customers asked for it last month.'],
  ['Pictures are blurred on large screens', 'We serve the 800 px version to everybody.'],
  ['Dark mode for the partner portal', 'The design system has the colors already.'],
  ['Webhooks arrive out of order', 'A cancelled order is reported before the order itself.'],
  ['Show the expected delivery day in the cart', 'Carriers tell us the day when we ask for the price.'],
  ['Slow category pages on Monday mornings', 'p99 is above four seconds between 8 and 9, when prices are imported.'],
  ['Document how to verify webhook signatures', 'Two partners verified the parsed body instead of the bytes.'],
  ['Stock is negative after a cancelled return', 'Steps: order two, return one, cancel the return.'],
  ['Make prices readable by screen readers', 'Currency and amount are read as one word.'],
  ['Postal codes with a leading zero lose it', 'The import reads them as numbers.'],
  ['Add a sandbox for partners', 'They test against the real shop today.'],
  ['Filters are lost when going back from a product', 'It works in the app, not on the website.'],
  ['Build fails on machines with two cores', 'The tests start four databases at once.'],
  [
    'Order confirmation in the wrong language',
    'Customers who switch the language during checkout get the mail in the first one.',
  ],
  ['Rate limit by token, not by address', 'Offices share one address and lock each other out.'],
  ['Delete accounts on request within 30 days', 'Legal wants a report of what was deleted.'],
  ['Carrier labels are cut off on A6 paper', 'The margin is 2 mm too small.'],
  ['Move status updates to server-sent events', 'Polling every two seconds drains batteries.'],
] as const;

const remarkLines = [
  'I can reproduce it with the steps above.',
  'Looks good to me. One question below, nothing that blocks.',
  'Could you add a test for the empty cart?',
  'This is live since this morning, numbers look fine.',
  'Let us do that in a change of its own.',
  'Good catch, fixed in the last commit.',
  'The same happens on staging, so it is not the data.',
  'Please rename this: it counts lines, not orders.',
  'Thanks! I tried it with last week’s orders and got the same totals.',
  'We talked about it in the planning: next release.',
  'The failure of the build is unrelated, I have started it again.',
  'I would rather return an error here than guess.',
] as const;

const lineAt = <T>(lines: readonly T[], index: number): T => lines[index % lines.length] as T;

/** Name, purpose and language of the sample repository at a position. */
export function repositoryAt(index: number) {
  const [name, description, language] = lineAt(repositoryLines, index);
  return { name: index < repositoryLines.length ? name : `${name}-${index}`, description, language };
}

/** Branch and title of the sample change at a position: what pull requests, commits and branches are about. */
export function changeAt(index: number) {
  const [branch, title] = lineAt(changeLines, index);
  return { branch, title };
}

/** Title and text of the sample problem at a position: what issues and discussions are about. */
export function problemAt(index: number) {
  const [title, body] = lineAt(problemLines, index);
  return { title, body };
}

/** Text of a sample comment on an issue or pull request. */
export const remark = (source: SampleSource): string => lineAt(remarkLines, source.index);

/** A sample git object id: 40 hexadecimal digits. */
export const sampleOid = (source: SampleSource): string =>
  Array.from({ length: 40 }, () => source.integer(0, 15).toString(16)).join('');

/** The author of a sample record. */
export const sampleAuthor = (source: SampleSource) => {
  const login = source.of('users', 'login');
  return { login, avatarUrl: `https://avatars.githubusercontent.com/${login}` };
};

/** Some labels of a sample record. */
export const sampleLabels = (source: SampleSource) => ({
  nodes: [
    source.pick([
      { name: 'bug', color: 'd73a4a' },
      { name: 'enhancement', color: 'a2eeef' },
      { name: 'docs', color: '0075ca' },
    ]),
  ],
});
