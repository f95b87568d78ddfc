import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { productAttributes } from '../src/entities/product-attributes.ts';
import { productCategories } from '../src/entities/product-categories.ts';
import { productReviews } from '../src/entities/product-reviews.ts';
import { productTags } from '../src/entities/product-tags.ts';
import { productVariations } from '../src/entities/product-variations.ts';
import { products } from '../src/entities/products.ts';
import { isListed } from './lists.ts';
import { metaDataOf } from './own-fields.ts';
import {
  categories,
  categoryId,
  countOf,
  days,
  madeAndChanged,
  personAt,
  price,
  productAt,
  productId,
  sampleImage,
  shopAddress,
  sizes,
  slugOf,
  stamps,
  tagId,
  tags,
  variationId,
} from './shop.ts';

/** Fields that a sample product and each of its variations have: price, stock, weight and size. */
function sampleSellable(
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

const ofProduct = { product_id: 'parent_id' } as const;

const names = ['Size', 'Color', 'Material', 'Capacity', 'Season'];

// Text of a review, and the number of stars.
const opinions: readonly (readonly [said: string, stars: number])[] = [
  ['Kept me dry through a whole week in Donegal.', 5],
  ['Solid, but heavier than I expected.', 4],
  ['Arrived in two days, exactly as described.', 5],
  ['Good quality, though the color is darker than in the picture.', 4],
  ['A seam came loose after a month; the workshop fixed it for free.', 4],
  ['Too small for me, the exchange went smoothly.', 3],
  ['Bought a second one for my sister.', 5],
  ['Does the job, no more and no less.', 3],
  ['Broke on the first trip.', 1],
];

/** What prices that somebody has written make the price that applies. */
function pricesOf({ regular_price, sale_price }: RawValue) {
  if (regular_price === undefined && sale_price === undefined) return {};
  const isOnSale = sale_price !== undefined && sale_price !== '';
  return { on_sale: isOnSale, ...((isOnSale || regular_price) && { price: isOnSale ? sale_price : regular_price }) };
}

const nothingSold = {
  status: 'publish',
  description: '',
  sku: '',
  price: '',
  regular_price: '',
  sale_price: '',
  on_sale: false,
  ...stamps('date_on_sale_from', null),
  ...stamps('date_on_sale_to', null),
  manage_stock: false,
  stock_quantity: null,
  stock_status: 'instock',
};

/** The product that somebody has written. */
function writtenProduct(product: RawValue) {
  const slug = product.slug ?? slugOf(product.name);
  return {
    ...nothingSold,
    type: 'simple',
    short_description: '',
    images: [],
    categories: [],
    tags: [],
    attributes: [],
    variations: [],
    total_sales: 0,
    average_rating: price(0),
    rating_count: 0,
    ...product,
    ...pricesOf(product),
    slug,
    permalink: `${shopAddress}/product/${slug}/`,
  };
}

export const simulatedProducts = [
  simulate(products, {
    sample: ({ index }) => {
      const { name, slug, sku, category, tag, sold, isVariable, grams } = productAt(index);
      const id = productId(index);
      const [categoryName = ''] = categories[category] ?? [];
      const tagName = tags[tag] ?? '';
      const label = (labelId: number, label: string) => ({ id: labelId, name: label, slug: slugOf(label) });
      const neighbors = [1, 2, 3].map((step) => productId((index + step) % 25)).filter((other) => other !== id);
      return {
        ...sampleSellable(index, { id, sku, parent_id: 0 }),
        name,
        slug,
        meta_data: metaDataOf('products', index),
        type: isVariable ? 'variable' : 'simple',
        status: index % 25 === 23 ? 'draft' : 'publish',
        description: `<p>${name}: made for long days outside, and repaired in our own workshop.</p>\n`,
        permalink: `${shopAddress}/product/${slug}/`,
        featured: index % 6 === 1,
        catalog_visibility: 'visible',
        short_description: `<p>${categoryName} for every season.</p>\n`,
        price_html: `<span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">&euro;</span>${(sold / 100).toFixed(2)}</bdi></span>`,
        total_sales: 12 + ((index * 37) % 240),
        external_url: '',
        button_text: '',
        manage_stock: !isVariable && grams > 0,
        sold_individually: false,
        shipping_required: grams > 0,
        shipping_taxable: grams > 0,
        reviews_allowed: true,
        post_password: '',
        average_rating: (3.6 + (index % 14) / 10).toFixed(2),
        rating_count: 1 + (index % 9),
        related_ids: neighbors,
        upsell_ids: [],
        cross_sell_ids: neighbors.slice(0, 1),
        purchase_note: '',
        categories: [label(categoryId(category), categoryName)],
        brands: [],
        tags: [label(tagId(tag), tagName)],
        images: [sampleImage(id + 7, name, days(420 - (index % 25) * 9))],
        has_options: isVariable,
        attributes: isVariable
          ? [{ id: 1, name: 'Size', position: 0, visible: true, variation: true, options: sizes }]
          : [],
        default_attributes: isVariable ? [{ id: 1, name: 'Size', option: 'm' }] : [],
        variations: isVariable ? sizes.map((_, size) => variationId(index + size)) : [],
        grouped_products: [],
      };
    },
    actions: {
      list: { matches: isListed },
      create: { values: writtenProduct },
      update: { values: ({ id, ...product }) => ({ ...product, ...pricesOf(product) }) },
    },
  }),
  simulate(productVariations, {
    sample: ({ index }) => {
      const position = index - (index % sizes.length);
      const { name, slug, sku } = productAt(position);
      const size = sizes[index % sizes.length] ?? '';
      const parent_id = productId(position);
      return {
        ...sampleSellable(position, { id: variationId(index), sku: `${sku}-${size}`, parent_id }),
        name: size,
        type: 'variation',
        status: 'publish',
        description: '',
        permalink: `${shopAddress}/product/${slug}/?attribute_pa_size=${size.toLowerCase()}`,
        manage_stock: true,
        image: sampleImage(parent_id + 7, name, days(420 - (position % 25) * 9)),
        attributes: [{ id: 1, name: 'Size', option: size }],
      };
    },
    actions: {
      list: { fields: ofProduct, matches: isListed },
      get: { fields: ofProduct },
      create: {
        fields: ofProduct,
        values: ({ product_id, ...variation }) => ({
          ...nothingSold,
          ...variation,
          ...pricesOf(variation),
          parent_id: product_id,
        }),
      },
      update: {
        fields: ofProduct,
        values: ({ product_id, id, ...variation }) => ({ ...variation, ...pricesOf(variation) }),
      },
      delete: { fields: ofProduct },
    },
  }),
  simulate(productAttributes, {
    sample: (source) => {
      const index = source.index % names.length;
      const name = names[index] ?? '';
      return {
        id: 1 + index,
        name,
        slug: `pa_${name.toLowerCase()}`,
        type: 'select',
        order_by: name === 'Size' ? 'menu_order' : 'name',
        has_archives: name === 'Material',
      };
    },
  }),
  simulate(productCategories, {
    sample: (source) => {
      const index = source.index % categories.length;
      const [name, parent, description] = categories[index] ?? ['', null, ''];
      return {
        id: categoryId(index),
        name,
        slug: slugOf(name),
        parent: parent === null ? 0 : categoryId(parent),
        description,
        display: parent === null ? 'both' : 'default',
        image: parent === null ? sampleImage(700 + index, name, days(500)) : null,
        menu_order: index,
        count: countOf('category', index),
      };
    },
    actions: {
      list: { matches: isListed },
    },
  }),
  simulate(productReviews, {
    sample: ({ index }) => {
      const product = (index * 6 + 1) % 25;
      const { name, slug } = productAt(product);
      const { first_name, last_name, email } = personAt(index + 3);
      const [said, rating] = opinions[index % opinions.length] ?? ['', 5];
      const avatar = (size: number) =>
        `https://secure.gravatar.com/avatar/${first_name.length}${index}?s=${size}&d=mm&r=g`;
      return {
        id: 6_120 - index * 2,
        ...stamps('date_created', days(index) + 340),
        product_id: productId(product),
        product_name: name,
        product_permalink: `${shopAddress}/product/${slug}/`,
        status: index % 8 === 1 ? 'hold' : 'approved',
        reviewer: `${first_name} ${last_name}`,
        reviewer_email: email,
        review: `<p>${said}</p>\n`,
        rating,
        verified: index % 4 !== 3,
        reviewer_avatar_urls: { 24: avatar(24), 48: avatar(48), 96: avatar(96) },
      };
    },
    actions: {
      list: { matches: isListed },
    },
  }),
  simulate(productTags, {
    sample: (source) => {
      const index = source.index % tags.length;
      const name = tags[index] ?? '';
      return { id: tagId(index), name, slug: slugOf(name), description: '', count: countOf('tag', index) };
    },
    actions: {
      list: { matches: isListed },
    },
  }),
];
