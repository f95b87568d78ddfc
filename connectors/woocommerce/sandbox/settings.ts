import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { customers } from '../src/entities/customers.ts';
import { paymentGateways } from '../src/entities/payment-gateways.ts';
import { shippingMethods } from '../src/entities/shipping-methods.ts';
import { shippingZones } from '../src/entities/shipping-zones.ts';
import { taxClasses } from '../src/entities/tax-classes.ts';
import { taxRates } from '../src/entities/tax-rates.ts';
import { isListed } from './lists.ts';
import { metaDataOf } from './own-fields.ts';
import { customerId, days, madeAndChanged, personAt, slugOf } from './shop.ts';

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

const linesOfShippingMethods: readonly (readonly [id: string, title: string, description: string])[] = [
  ['flat_rate', 'Flat rate', 'The same price for every parcel.'],
  ['free_shipping', 'Free shipping', 'Free from a minimum amount, or with a coupon.'],
  ['local_pickup', 'Local pickup', 'Customers collect the order in the shop.'],
];

// The first is of every shop.
const names = ['Locations not covered by your other zones', 'Ireland', 'Great Britain', 'European Union', 'Norway'];

const namesOfTaxClasses = ['Standard rate', 'Reduced rate', 'Zero rate'];

const countries =
  'AT20 BE21 BG20 CY19 CZ21 DE19 DK25 ES21 FI25.5 FR20 GR24 HR25 HU27 IE23 IT22 LT21 LU17 LV21 MT18 NL21 PL23 PT23 RO21 SE25 SI22';

const rates = countries.split(' ').map((text) => [text.slice(0, 2), Number(text.slice(2))] as const);

export const simulatedSettings = [
  simulate(customers, {
    sample: ({ index }) => {
      const { username, email, first_name, last_name, billing, shipping } = personAt(index);
      const role = ['administrator', 'shop_manager', 'subscriber'][index] ?? 'customer';
      return {
        id: customerId(index),
        ...madeAndChanged(days(900 - (index % 60) * 14), days(200 - (index % 40) * 4)),
        email,
        first_name,
        last_name,
        role,
        username,
        billing,
        shipping,
        is_paying_customer: role === 'customer' && index % 5 !== 4,
        avatar_url: `https://secure.gravatar.com/avatar/${username.length}${index}?s=96&d=mm&r=g`,
        meta_data: metaDataOf('customers', index),
      };
    },
    actions: {
      list: { matches: isListed },
    },
  }),
  simulate(paymentGateways, {
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
    actions: {
      list: { toRow: toRow },
      get: { toRow: toRow },
    },
  }),
  simulate(shippingMethods, {
    sample: (source) => {
      const [id, title, description] = linesOfShippingMethods[source.index % linesOfShippingMethods.length] ?? [
        '',
        '',
        '',
      ];
      return { id, title, description };
    },
  }),
  simulate(shippingZones, {
    sample: (source) => {
      const id = source.index % names.length;
      return { id, name: names[id] ?? '', order: Math.max(0, id - 1) };
    },
  }),
  simulate(taxClasses, {
    sample: (source) => {
      const name = namesOfTaxClasses[source.index % namesOfTaxClasses.length] ?? '';
      return { slug: name === 'Standard rate' ? 'standard' : slugOf(name), name };
    },
  }),
  simulate(taxRates, {
    sample: ({ index }) => {
      const [country, rate] = rates[index % rates.length] ?? ['IE', 23];
      return {
        id: 1 + index,
        country,
        state: '',
        postcode: '',
        city: '',
        postcodes: [],
        cities: [],
        rate: rate.toFixed(4),
        name: 'VAT',
        priority: 1,
        compound: false,
        shipping: true,
        order: index,
        class: 'standard',
      };
    },
    actions: {
      list: { matches: isListed },
    },
  }),
];
