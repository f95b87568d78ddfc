import { days, madeAndChanged, price, productAt, stamps } from './sample-shop.ts';

/** Fields that a sample product and each of its variations have: price, stock, weight and size. */
export function sampleSellable(
  position: number,
  own: { readonly id: number; readonly sku: string; readonly parent_id: number },
) {
  const { cents, sold, isOnSale, isVariable, grams } = productAt(position);
  const isSoldItself = !isVariable || own.parent_id > 0;
  const stock = (own.id * 7) % 43;
  const saleSince = isOnSale ? days(12) : null;
  const kilograms = grams === 0 ? '' : String(grams / 1000);
  return {
    ...own,
    ...madeAndChanged(days(420 - (position % 25) * 9), days(1 + ((position * 5) % 60)) + (own.id % 600)),
    global_unique_id: '',
    price: price(sold),
    regular_price: isSoldItself ? price(cents) : '',
    sale_price: isSoldItself && isOnSale ? price(sold) : '',
    ...stamps('date_on_sale_from', saleSince),
    ...stamps('date_on_sale_to', isOnSale ? -days(18) : null),
    on_sale: isOnSale,
    purchasable: true,
    virtual: grams === 0,
    downloadable: false,
    downloads: [],
    download_limit: -1,
    download_expiry: -1,
    tax_status: 'taxable',
    tax_class: '',
    stock_quantity: isSoldItself && grams > 0 ? stock : null,
    stock_status: isSoldItself && grams > 0 && stock === 0 ? 'outofstock' : 'instock',
    low_stock_amount: grams > 0 ? 3 : null,
    backorders: 'no',
    backorders_allowed: false,
    backordered: false,
    weight: kilograms,
    dimensions: grams === 0 ? { length: '', width: '', height: '' } : { length: '38', width: '26', height: '9' },
    shipping_class: grams > 5_000 ? 'bulky' : '',
    shipping_class_id: grams > 5_000 ? 61 : 0,
    menu_order: own.parent_id > 0 ? own.id - own.parent_id : 0,
    meta_data: [],
  };
}
