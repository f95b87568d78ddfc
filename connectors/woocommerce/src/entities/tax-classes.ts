import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { slugOf } from '../sample-shop.ts';
import { text } from '../shared.ts';

const TaxClass = z.object({ slug: z.string(), name: text });

const names = ['Standard rate', 'Reduced rate', 'Zero rate'];

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#tax-classes */
export const taxClasses = defineEntity({
  name: 'tax_classes',
  summary: 'Groups of products that are taxed the same way',
  record: TaxClass,
  key: 'slug',
  actions: {
    list: woocommerce('GET /taxes/classes', { summary: 'List all tax classes', paging: null }),
  },
  search: { fields: allFields(TaxClass) },
  sync: { via: 'list' },
  sample: (source) => {
    const name = names[source.index % names.length] ?? '';
    return { slug: name === 'Standard rate' ? 'standard' : slugOf(name), name };
  },
});
