import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { customerAddress } from '../src/entities/customer-address.ts';
import { customers } from '../src/entities/customers.ts';
import { CustomerAddress } from '../src/records/address.ts';
import { Customer } from '../src/records/customer.ts';
import { idAt, series, timeAgo } from '../src/sample-shop.ts';
import { isInPeriod } from './filters.ts';
import { orderAt, ordersOf } from './order-samples.ts';
import { dollars, globalId, nothingOf, personAt, shopOfSamples } from './shop.ts';

/** The postal address of a sample customer. */
export function samplePostalAddress(customer: number) {
  const { place, first_name, last_name, name, phone } = personAt(customer);
  return { first_name, last_name, name, phone, company: null, ...place, ...coordinates[customer % coordinates.length] };
}

const coordinates = [
  { latitude: 45.5268, longitude: -122.6852 },
  { latitude: 30.2711, longitude: -97.7437 },
  { latitude: 39.7599, longitude: -104.9661 },
  { latitude: 37.8095, longitude: -122.2989 },
  { latitude: 43.0747, longitude: -89.3841 },
  { latitude: 43.6187, longitude: -116.2146 },
  { latitude: 35.5951, longitude: -82.5515 },
] as const;

/** The address of a sample customer in his address book. */
function sampleCustomerAddress(index: number) {
  const { place, first_name, last_name, name, phone } = personAt(index);
  return {
    id: idAt(series.address, index),
    customer_id: idAt(series.customer, index),
    first_name,
    last_name,
    name,
    phone,
    company: null,
    ...place,
    country_name: place.country,
    default: true,
  };
}

const notes = [null, null, 'Prefers delivery in the afternoon', null, 'Runs a guest house and orders for all rooms'];

/** The sample customer at a position, with what his orders add up to. */
export function sampleCustomer(index: number) {
  const orders = ordersOf(index).map(orderAt);
  const [last] = orders;
  const spent = orders.reduce((sum, { isPaid, total, refunded }) => sum + (isPaid ? total - refunded : 0), 0);
  const { first_name, last_name, email, phone } = personAt(index);
  const id = idAt(series.customer, index);
  const joined = timeAgo(60 + index * 11);
  const isSubscribed = index % 3 === 0;
  const consent = {
    opt_in_level: isSubscribed ? 'single_opt_in' : null,
    consent_updated_at: isSubscribed ? joined : null,
  };
  const address = sampleCustomerAddress(index);
  return {
    ...nothingOf(Customer),
    id,
    email,
    phone,
    first_name,
    last_name,
    created_at: joined,
    updated_at: last?.updatedAt ?? joined,
    orders_count: orders.length,
    state: ['enabled', 'disabled', 'enabled', 'invited'][index % 4],
    total_spent: dollars(spent),
    last_order_id: last?.id ?? null,
    last_order_name: last?.name ?? null,
    note: notes[index % notes.length],
    verified_email: true,
    tax_exempt: false,
    tax_exemptions: [],
    tags: orders.length > 1 ? 'repeat buyer' : '',
    currency: shopOfSamples.currency,
    addresses: [address],
    default_address: address,
    email_marketing_consent: { state: isSubscribed ? 'subscribed' : 'not_subscribed', ...consent },
    sms_marketing_consent: {
      state: 'not_subscribed',
      opt_in_level: 'single_opt_in',
      consent_updated_at: null,
      consent_collected_from: 'OTHER',
    },
    admin_graphql_api_id: globalId('Customer', id),
  };
}

/** The customer whom somebody has written: one without orders. */
function writtenCustomer({ addresses = [], ...members }: RawValue) {
  const { id, created_at, updated_at, currency, admin_graphql_api_id, ...unknown } = nothingOf(Customer);
  const written = addresses.map((address: RawValue, position: number) => ({
    ...nothingOf(CustomerAddress),
    ...address,
    id: idAt(series.address, 20_000 + position),
    default: position === 0,
  }));
  return {
    ...unknown,
    orders_count: 0,
    total_spent: dollars(0),
    state: 'disabled',
    tags: '',
    tax_exempt: false,
    verified_email: true,
    ...members,
    addresses: written,
    default_address: written[0] ?? null,
  };
}

export const simulatedCustomers = [
  simulate(customers, {
    sample: ({ index }) => sampleCustomer(index),
    actions: {
      list: { matches: isInPeriod },
      create: { values: writtenCustomer },
    },
  }),
  simulate(customerAddress, {
    sample: ({ index }) => sampleCustomerAddress(index),
  }),
];
