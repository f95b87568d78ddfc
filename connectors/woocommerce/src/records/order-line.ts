import { z } from 'zod';
import { amount, flag, MetaData, text, whole } from '../shared.ts';

const LineTax = z.object({ id: whole, total: text, subtotal: text });

const totals = { total: amount, total_tax: amount };

/** A product that was bought or returned. */
export const LineItem = z.object({
  id: whole,
  name: text,
  product_id: whole,
  variation_id: whole,
  quantity: whole,
  tax_class: text,
  subtotal: amount,
  subtotal_tax: amount,
  ...totals,
  taxes: z.array(LineTax).nullish(),
  meta_data: MetaData,
  sku: text,
  price: z.number().nullish(),
});

/** What all products of an order owe by one tax rate. */
export const TaxLine = z.object({
  id: whole,
  rate_code: text,
  rate_id: whole,
  label: text,
  compound: flag,
  tax_total: amount,
  shipping_tax_total: amount,
});

/** A way of shipping, and what it costs. */
export const ShippingLine = z.object({ id: whole, method_title: text, method_id: text, ...totals });

/** Anything else that is charged. */
export const FeeLine = z.object({ id: whole, name: text, tax_class: text, tax_status: text, ...totals });

/** Fields of order lines that lines of a refund may lack. */
export const taxed = { taxes: z.array(LineTax).nullish(), meta_data: MetaData };
