import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { text } from '../shared.ts';

const TaxClass = z.object({ slug: z.string(), name: text });

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#tax-classes */
export const taxClasses = defineEntity({
  name: 'tax_classes',
  summary: 'Groups of products that are taxed the same way',
  keywords: ['vat classes', 'kinds of tax', 'tax categories', 'zero rate', 'reduced rate', 'standard rate'],
  record: TaxClass,
  key: 'slug',
  actions: {
    list: woocommerce('GET /taxes/classes', { summary: 'List all tax classes', paging: null }),
  },
  search: { title: 'name', fields: allFields(TaxClass) },
  sync: { via: 'list' },
});
