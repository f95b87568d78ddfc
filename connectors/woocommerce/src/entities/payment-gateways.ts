import { allFields, defineEntity, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { flag, text, texts } from '../shared.ts';

const Gateway = z.object({
  id: z.string(),
  title: text,
  description: text,
  // A text; usually empty until gateways are sorted.
  order: z.union([z.int(), z.string()]).nullish(),
  enabled: flag,
  method_title: text,
  method_description: text,
  method_supports: texts,
  settings: z.record(z.string(), z.unknown()).nullish(),
  needs_setup: flag,
  post_install_scripts: texts,
  settings_url: text,
  connection_url: text,
  setup_help_text: text,
  required_settings_keys: texts,
});

// PHP writes settings without members as an empty list.
function toRecord(gateway: RawValue): RawValue {
  return Array.isArray(gateway.settings) ? { ...gateway, settings: {} } : gateway;
}

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#payment-gateways */
export const paymentGateways = defineEntity({
  name: 'payment_gateways',
  summary: 'Payment methods of the shop, enabled or not',
  keywords: ['pay', 'klarna', 'payment options', 'ways to pay', 'can people pay', 'how can customers pay'],
  record: Gateway,
  key: 'id',
  actions: {
    list: woocommerce('GET /payment_gateways', {
      summary: 'List all payment gateways',
      paging: null,
      toRecord,
    }),
    get: woocommerce('GET /payment_gateways/{id}', {
      summary: 'Get one payment gateway',
      params: z.object({ id: z.string().describe('Id of the payment gateway, such as bacs') }),
      toRecord,
    }),
  },
  search: {
    title: 'title',
    fields: allFields(Gateway, {
      except: [
        'needs_setup',
        'post_install_scripts',
        'settings_url',
        'connection_url',
        'setup_help_text',
        'required_settings_keys',
      ],
    }),
  },
  sync: { via: 'list' },
});
