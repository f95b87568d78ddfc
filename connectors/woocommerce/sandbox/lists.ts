import type { RawValue } from '@connectory/connector-sdk';

type Test = (record: RawValue, wanted: RawValue) => boolean;

const equals = (record: RawValue, name: string, wanted: RawValue) => record[name] === wanted;

// A time with an offset is compared with GMT, one without with the clock of the shop.
function difference(record: RawValue, name: string, wanted: string): number {
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(wanted);
  const [own, other] = hasOffset ? [record[`${name}_gmt`], wanted] : [record[name], `${wanted}Z`];
  return Date.parse(`${own}Z`) - Date.parse(other);
}

const isAmong = (list: RawValue, wanted: string) =>
  list.some(({ id }: RawValue) => wanted.split(',').map(Number).includes(id));

const tests: Readonly<Record<string, Test>> = {
  after: (record, wanted) => difference(record, 'date_created', wanted) > 0,
  before: (record, wanted) => difference(record, 'date_created', wanted) < 0,
  modified_after: (record, wanted) => difference(record, 'date_modified', wanted) > 0,
  modified_before: (record, wanted) => difference(record, 'date_modified', wanted) < 0,
  search: (record, wanted) => JSON.stringify(record).toLowerCase().includes(wanted.toLowerCase()),
  status: (record, wanted) => wanted === 'any' || wanted === 'all' || record.status === wanted,
  role: (record, wanted) => wanted === 'all' || record.role === wanted,
  customer: (record, wanted) => record.customer_id === wanted,
  product: ({ line_items, product_id }, wanted) =>
    [wanted].flat().some((id) => product_id === id || line_items?.some((line: RawValue) => line.product_id === id)),
  sku: ({ sku }, wanted) => wanted.split(',').includes(sku),
  category: ({ categories }, wanted) => isAmong(categories, wanted),
  tag: ({ tags }, wanted) => isAmong(tags, wanted),
  min_price: ({ price }, wanted) => Number(price) >= Number(wanted),
  max_price: ({ price }, wanted) => Number(price) <= Number(wanted),
  hide_empty: ({ count }, wanted) => !wanted || count > 0,
};

const sameName = ['email', 'code', 'slug', 'parent', 'type', 'featured', 'on_sale', 'stock_status', 'class'];

/** Whether the simulated shop lists a record, for the parameters of any list but those that page and sort. */
export function isListed(record: RawValue, params: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(params).every(([name, wanted]) => {
    if (wanted === undefined) return true;
    return sameName.includes(name) ? equals(record, name, wanted) : (tests[name]?.(record, wanted) ?? true);
  });
}
