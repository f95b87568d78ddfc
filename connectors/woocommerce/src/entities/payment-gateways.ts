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

function toRow(gateway: RawValue): RawValue {
  return Object.keys(gateway.settings ?? {}).length === 0 ? { ...gateway, settings: [] } : gateway;
}

const lines: readonly (readonly [id: string, title: string, description: string, about: string])[] = [
  ['stripe', 'Credit card', 'Pay with your card.', 'Card payments by Stripe.'],
  ['bacs', 'Direct bank transfer', 'Transfer the amount to our account and name the order.', 'Payments by transfer.'],
  ['ppcp-gateway', 'PayPal', 'Pay with your PayPal account.', 'PayPal checkout.'],
  ['cheque', 'Check payments', 'Send a check to our address.', 'Payments by check.'],
  ['cod', 'Cash on delivery', 'Pay when you collect your order in our shop.', 'Payments on delivery.'],
];

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#payment-gateways */
export const paymentGateways = defineEntity({
  name: 'payment_gateways',
  summary: 'Payment methods of the shop, enabled or not',
  record: Gateway,
  key: 'id',
  actions: {
    list: woocommerce('GET /payment_gateways', {
      summary: 'List all payment gateways',
      paging: null,
      toRecord,
      toRow,
    }),
    get: woocommerce('GET /payment_gateways/{id}', {
      summary: 'Get one payment gateway',
      params: z.object({ id: z.string().describe('Id of the payment gateway, such as bacs') }),
      toRecord,
      toRow,
    }),
  },
  search: {
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
  sample: (source) => {
    const index = source.index % lines.length;
    const [id, title, description, method_description] = lines[index] ?? ['', '', '', ''];
    const setting = {
      id: 'title',
      label: 'Title',
      description: 'What customers see at the checkout.',
      type: 'text',
      value: title,
      default: title,
      tip: 'What customers see at the checkout.',
      placeholder: '',
    };
    return {
      id,
      title,
      description,
      order: index < 3 ? index : '',
      enabled: index < 3,
      method_title: title,
      method_description,
      method_supports: index === 0 || index === 2 ? ['products', 'refunds'] : ['products'],
      settings: id === 'cod' ? {} : { title: setting },
      needs_setup: false,
      post_install_scripts: [],
      settings_url: `https://example.com/wp-admin/admin.php?page=wc-settings&tab=checkout&section=${id}`,
      connection_url: null,
      setup_help_text: null,
      required_settings_keys: [],
    };
  },
});
