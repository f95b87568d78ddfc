import { z } from 'zod';
import { personAt } from '../sample-shop.ts';
import { flag, number, text, whole } from '../shared.ts';

// What every address of a shop has.
const place = {
  first_name: text,
  last_name: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  province: text,
  country: text,
  zip: text,
  phone: text,
  name: text,
  province_code: text,
  country_code: text,
};

/** Where an order is billed or sent to: a copy that stays as it was when the order was placed. */
export const PostalAddress = z.object({ ...place, latitude: number, longitude: number });

/** An address in the address book of a customer. */
export const CustomerAddress = z.object({
  id: z.int(),
  customer_id: whole,
  ...place,
  country_name: text,
  default: flag,
});

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
