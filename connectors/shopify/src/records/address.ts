import { z } from 'zod';
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
