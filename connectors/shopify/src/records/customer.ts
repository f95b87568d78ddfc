import { z } from 'zod';
import { flag, isoTime, money, text, texts, whole } from '../shared.ts';
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
  created_at: isoTime,
  updated_at: isoTime,
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
