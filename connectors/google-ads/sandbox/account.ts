import type { RawValue } from '@connectory/connector-sdk';
import { type SampleSource, simulate } from '@connectory/sandbox';
import { accessibleCustomers } from '../src/entities/accessible-customers.ts';
import { accounts } from '../src/entities/accounts.ts';
import { labels } from '../src/entities/labels.ts';
import { fromClause } from '../src/query-language.ts';

/** Number of the sample account at a position. */
const sampleCustomerId = (index: number) => String(4_820_193_057 + index * 11_830_417);

const managerPosition = 3;

/** Whether the sample account at a position manages others. */
const isSampleManager = (index: number) => index === managerPosition;

/** Resource name of the account a sample belongs to: most often the first one, and never a manager, which has no campaigns. */
export function sampleCustomer(source: SampleSource): string {
  const id = source.integer(0, 2) > 0 ? sampleCustomerId(0) : source.of('accounts', 'customer.id');
  return `customers/${id === sampleCustomerId(managerPosition) ? sampleCustomerId(0) : id}`;
}

/** Resource name of the account that a resource belongs to. */
export const customerOf = (resourceName: string) => resourceName.split('/').slice(0, 2).join('/');

/** Last part of a resource name. */
export const idOf = (resourceName: string) => resourceName.split('/').at(-1) ?? '';

/** How the simulated vendor lists the rows of a resource: by the account that the route names. */
export function simulatedRows(resource: string) {
  const isFrom = fromClause(resource);
  const member = resource.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return {
    fields: { customer_id: null, query: null },
    isMeant: ({ query }: RawValue) => isFrom.test(query),
    matches: (row: RawValue, { customer_id }: RawValue) =>
      `${row[member].resourceName}/`.startsWith(`customers/${customer_id}/`),
  };
}

/** The label with this resource name, in a simulated row. */
export const labelNamed = (resourceName = '') => ({ resourceName, id: idOf(resourceName) });

/** Resource name of the attachment of a label to a resource; `collection` is the collection of these attachments. */
export const attachmentName = (collection: string, resourceName: string, label: string) =>
  `${customerOf(resourceName)}/${collection}/${idOf(resourceName)}~${idOf(label)}`;

/** A label of the account that a sample resource belongs to. */
export function sampleLabel(source: SampleSource, resourceName: string) {
  const names = ['Brand', 'Generic', 'Seasonal', 'Test', 'Priority'];
  const id = String(21_902_377_410 + source.index);
  return {
    resourceName: `${customerOf(resourceName)}/labels/${id}`,
    id,
    name: `${names[source.index % names.length]} ${2026 - Math.floor(source.index / names.length)}`,
  };
}

export const simulatedAccount = [
  simulate(accessibleCustomers, {
    sample: (source) => {
      const id = sampleCustomerId(source.index);
      return { customer_id: id, resource_name: `customers/${id}` };
    },
    actions: {
      list: { toRow: ({ resource_name }) => resource_name },
    },
  }),
  simulate(accounts, {
    sample: (source) => {
      const id = sampleCustomerId(source.index);
      const manager = isSampleManager(source.index);
      const tracking = String(611_204_870 + source.index);
      return {
        customer: {
          resourceName: `customers/${id}`,
          id,
          descriptiveName: source.company(),
          currencyCode: source.pick(['EUR', 'EUR', 'USD', 'GBP']),
          timeZone: source.pick(['Europe/Berlin', 'Europe/London', 'America/New_York']),
          manager,
          testAccount: false,
          autoTaggingEnabled: true,
          hasPartnersBadge: manager,
          optimizationScore: source.integer(400, 1000) / 1000,
          optimizationScoreWeight: source.integer(1_000, 90_000) / 10,
          finalUrlSuffix: 'utm_source=google&utm_medium=cpc',
          trackingUrlTemplate: '{lpurl}?campaign={campaignid}',
          payPerConversionEligibilityFailureReasons: ['NOT_ENOUGH_CONVERSIONS'],
          remarketingSetting: { googleGlobalSiteTag: `<script>gtag('config', 'AW-${tracking}');</script>` },
          callReportingSetting: {
            callReportingEnabled: true,
            callConversionReportingEnabled: true,
            callConversionAction: `customers/${id}/conversionActions/179`,
          },
          conversionTrackingSetting: {
            conversionTrackingId: tracking,
            crossAccountConversionTrackingId: tracking,
          },
        },
      };
    },
    actions: {
      list: simulatedRows('customer'),
    },
  }),
  simulate(labels, {
    sample: (source) => ({ results: [{ resourceName: sampleLabel(source, sampleCustomer(source)).resourceName }] }),
  }),
];
