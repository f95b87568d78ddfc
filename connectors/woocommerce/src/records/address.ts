import { z } from 'zod';
import { text } from '../shared.ts';

/** Where something is sent. */
export const ShippingAddress = z.object({
  first_name: text,
  last_name: text,
  company: text,
  address_1: text,
  address_2: text,
  city: text,
  state: text,
  postcode: text,
  country: text,
});

/** Who pays, and how to reach them. */
export const BillingAddress = ShippingAddress.extend({ email: text, phone: text });
