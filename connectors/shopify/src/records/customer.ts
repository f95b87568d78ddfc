import { z } from 'zod';
import { orderAt, ordersOf } from '../sample-orders.ts';
import { dollars, globalId, idAt, personAt, series, shopOfSamples, timeAgo } from '../sample-shop.ts';
import { flag, money, nothingOf, text, texts, whole } from '../shared.ts';
import { CustomerAddress } from './address.ts';

const Consent = z.object({
  state: text,
  opt_in_level: text,
  consent_updated_at: text,
  consent_collected_from: text,
});

/** Somebody who has an account with the shop, has bought there, or has subscribed. */
export const Customer = z.object({
  id: z.int(),
  email: text,
  accepts_marketing: flag,
  created_at: text,
  updated_at: text,
  first_name: text,
  last_name: text,
  orders_count: whole,
  state: text,
  total_spent: money,
  last_order_id: whole,
  note: text,
  verified_email: flag,
  multipass_identifier: text,
  tax_exempt: flag,
  tags: text,
  last_order_name: text,
  currency: text,
  phone: text,
  addresses: z.array(CustomerAddress).nullish(),
  accepts_marketing_updated_at: text,
  marketing_opt_in_level: text,
  tax_exemptions: texts,
  email_marketing_consent: Consent.nullish(),
  sms_marketing_consent: Consent.nullish(),
  admin_graphql_api_id: text,
  default_address: CustomerAddress.nullish(),
});

/** The address of a sample customer in his address book. */
export function sampleCustomerAddress(index: number) {
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
