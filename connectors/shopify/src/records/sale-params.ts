import { z } from 'zod';
import { settable } from '../shared.ts';

/** A postal address of an order, a draft or a customer, as it is written. */
export const AddressParam = z.strictObject({
  first_name: settable.text('First name of the recipient'),
  last_name: settable.text('Last name of the recipient'),
  company: settable.text('Company of the recipient'),
  address1: settable.text('Street and number'),
  address2: settable.text('Apartment, suite or building'),
  city: settable.text('City, town or village'),
  province: settable.text('Name or code of the province or state'),
  country: settable.text('Name or two-letter code of the country'),
  zip: settable.text('Postal code'),
  phone: settable.text('Telephone number'),
});

/** Additional information about an order that staff see, by name. */
const noteAttributes = z
  .array(
    z.strictObject({
      name: z.string().describe('Name of the information'),
      value: z.string().describe('The information itself'),
    }),
  )
  .optional()
  .describe('Additional information for staff; it replaces all earlier entries');

/** Members of orders and drafts that stay changeable. */
export const saleParams = {
  email: settable.text('Email address of the customer'),
  note: settable.text('Note for staff'),
  note_attributes: noteAttributes,
  tags: settable.tags(),
  shipping_address: AddressParam.optional().describe('Where the goods are sent to'),
};

/** An existing customer, by id. */
export const customerParam = z
  .strictObject({ id: z.int().describe('Id of the customer') })
  .optional()
  .describe('The customer who buys');

/** Members of a line of an order or a draft: a variant, or an item of its own with title and price. */
export const lineParams = {
  variant_id: settable.whole('Id of the variant; Shopify requires this, or title and price'),
  title: settable.text('What is sold, if it is no variant'),
  price: settable.money('Price of one unit; by default that of the variant'),
  quantity: z.int().min(1).describe('Number of units'),
  sku: settable.text('Stock keeping unit, if it is no variant'),
  taxable: settable.flag('Whether taxes are charged'),
  requires_shipping: settable.flag('Whether the item is shipped'),
};
