import { z } from 'zod';
import { settable, text } from '../shared.ts';

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

const addressParams = {
  first_name: settable.text('First name'),
  last_name: settable.text('Last name'),
  company: settable.text('Company'),
  address_1: settable.text('Street and number'),
  address_2: settable.text('Apartment, suite or building'),
  city: settable.text('City, town or village'),
  state: settable.text('Code of the state or county'),
  postcode: settable.text('Postal code'),
  country: settable.text('Two-letter ISO 3166 code of the country'),
  phone: settable.text('Telephone number'),
};

/** Where something is sent, and who pays, as they are written. */
export const addresses = {
  billing: z
    .strictObject({ ...addressParams, email: settable.text('Email address') })
    .optional()
    .describe('Who pays, and how to reach them'),
  shipping: z.strictObject(addressParams).optional().describe('Where the goods are sent to'),
};
