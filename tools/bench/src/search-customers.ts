import { cannedPage } from './canned-pages.ts';

const [sample] = (JSON.parse(cannedPage(1)) as { data: readonly Readonly<Record<string, unknown>>[] }).data;

/** The id of the customer with this number. */
export const customerId = (number: number): string => `cus_search${String(number).padStart(8, '0')}`;

/** The customer with this number, as the search bench's upstream returns it. */
export function searchedCustomer(number: number): object {
  return {
    ...sample,
    id: customerId(number),
    email: `customer.${number}@example.com`,
    created: 1_700_000_000 + number,
    name: `Customer ${number}`,
  };
}
