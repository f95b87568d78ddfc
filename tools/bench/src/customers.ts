const address = { line2: null, state: null, country: 'PT' };
const [home, warehouse] = [
  { city: 'Lisboa', line1: 'Rua das Flores 12', postal_code: '1200-195', ...address },
  { city: 'Porto', line1: 'Rua de Cedofeita 3', postal_code: '4050-174', ...address },
];

/** The id of the customer with this number. */
export const customerId = (number: number): string => `cus_${String(number).padStart(14, '0')}`;

/** The customer with this number as Stripe would send it, about 950 bytes. */
export function customer(number: number): object {
  return {
    id: customerId(number),
    object: 'customer',
    address: home,
    balance: 0,
    created: 1_700_000_000 + number,
    currency: 'eur',
    default_source: null,
    delinquent: false,
    description: 'Reseller, invoiced monthly; contact "Ana" before changing the plan',
    discount: null,
    email: `ana.pereira.${number}@example.com`,
    invoice_prefix: 'A1B2C3D4',
    invoice_settings: {
      custom_fields: null,
      default_payment_method: 'pm_1QAbCdEfGhIjKlMn',
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: { account_manager: 'jm', segment: 'smb', crm_reference: `0015g00000${number}` },
    name: 'Ana Pereira',
    next_invoice_sequence: 12,
    phone: '+351211234567',
    preferred_locales: ['pt-PT', 'en'],
    shipping: { address: warehouse, name: 'Armazém', phone: null },
    tax_exempt: 'none',
    test_clock: null,
  };
}
