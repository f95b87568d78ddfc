/** The page sizes that are measured, in records. */
export const pageSizes = [1, 10, 100] as const;

/** Number of customers in a listing that is read to its end. */
export const listedCustomers = 20_000;

/** Number of customers in the listings of other benches: they are synchronized before the first round, so that only calls are measured. */
export const fewCustomers = 200;

/** A page of `total` customers as Stripe would send it, about 950 bytes per record, beginning with the record at `start`. */
export function cannedPage(size: number, start = 0, total = fewCustomers): string {
  const length = Math.max(0, Math.min(size, total - start));
  const data = Array.from({ length }, (_, index) => customer(start + index));
  return JSON.stringify({ object: 'list', data, has_more: start + size < total, url: '/v1/customers' });
}

function customer(index: number) {
  return {
    id: `cus_${String(index).padStart(14, 'Q')}`,
    object: 'customer',
    address: {
      city: 'Lisboa',
      country: 'PT',
      line1: 'Rua das Flores 12',
      line2: null,
      postal_code: '1200-195',
      state: null,
    },
    balance: 0,
    created: 1_761_000_000 + index,
    currency: 'eur',
    default_source: null,
    delinquent: false,
    description: 'Reseller, invoiced monthly; contact "Ana" before changing the plan',
    discount: null,
    email: `ana.pereira.${index}@example.com`,
    invoice_prefix: 'A1B2C3D4',
    invoice_settings: {
      custom_fields: null,
      default_payment_method: 'pm_1QAbCdEfGhIjKlMn',
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: { account_manager: 'jm', segment: 'smb', crm_reference: `0015g00000${index}` },
    name: 'Ana Pereira',
    next_invoice_sequence: 12,
    phone: '+351211234567',
    preferred_locales: ['pt-PT', 'en'],
    shipping: {
      address: {
        city: 'Porto',
        country: 'PT',
        line1: 'Rua de Cedofeita 3',
        line2: null,
        postal_code: '4050-174',
        state: null,
      },
      name: 'Armazém',
      phone: null,
    },
    tax_exempt: 'none',
    test_clock: null,
  };
}
