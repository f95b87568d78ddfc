import { type Sample, simulate } from '@connectory/sandbox';
import { metafieldArticles } from '../src/entities/metafield-articles.ts';
import { metafieldBlogs } from '../src/entities/metafield-blogs.ts';
import { metafieldCustomers } from '../src/entities/metafield-customers.ts';
import { metafieldDraftOrders } from '../src/entities/metafield-draft-orders.ts';
import { metafieldLocations } from '../src/entities/metafield-locations.ts';
import { metafieldOrders } from '../src/entities/metafield-orders.ts';
import { metafieldPages } from '../src/entities/metafield-pages.ts';
import { metafieldProductImages } from '../src/entities/metafield-product-images.ts';
import { metafieldProductVariants } from '../src/entities/metafield-product-variants.ts';
import { metafieldProducts } from '../src/entities/metafield-products.ts';
import { metafieldShops } from '../src/entities/metafield-shops.ts';
import { metafieldSmartCollections } from '../src/entities/metafield-smart-collections.ts';
import { idAt, series, timeAgo } from '../src/sample-shop.ts';
import { articleLines, blogTitles, pageLines } from './content.ts';
import { draftedAt, orderAt } from './order-samples.ts';
import { globalId, locationLines, productTypes, shopOfSamples } from './shop.ts';

/** A metafield of the samples: namespace, key, type, value, what it is for. */
type MetafieldLine = readonly [
  namespace: string,
  key: string,
  type: string,
  value: string | number | boolean,
  description: string,
];

/** Owner of sample metafields: its name, the start of its number range, and the id of the owner at a position. */
interface SampleOwners {
  readonly resource: string;
  readonly range: number;
  readonly ownerAt: (position: number) => number;
  /** How many owners there are; one for each metafield unless given. */
  readonly count?: number;
  /** When the metafield at a position was added; more than a month ago unless given. */
  readonly addedAt?: (position: number) => string;
}

/** Samples of metafields. No owner has the same one twice. */
const sampleMetafields =
  (
    { resource, range, ownerAt, count, addedAt = (position) => timeAgo(40 + position) }: SampleOwners,
    lines: readonly MetafieldLine[],
  ): Sample =>
  ({ index }) => {
    const position = count === undefined ? index : index % (count * lines.length);
    const line = count === undefined ? index % lines.length : Math.floor(position / count);
    const [namespace, key, type, value, description] = lines[line] as MetafieldLine;
    const id = idAt(series.metafield + range, position);
    return {
      id,
      namespace,
      key,
      value,
      type,
      description,
      owner_id: ownerAt(count === undefined ? position : position % count),
      created_at: addedAt(position),
      updated_at: addedAt(position),
      owner_resource: resource,
      admin_graphql_api_id: globalId('Metafield', id),
    };
  };

export const simulatedMetafields = [
  simulate(metafieldArticles, {
    sample: sampleMetafields(
      {
        resource: 'article',
        range: 11,
        ownerAt: (position) => idAt(series.article, position),
        count: articleLines.length,
        addedAt: (position) => timeAgo(14 + (position % articleLines.length) * 26),
      },
      [
        ['editorial', 'reading_minutes', 'number_integer', 4, 'How long reading takes'],
        ['editorial', 'photographer', 'single_line_text_field', 'Tomás Begay', 'Who took the pictures'],
      ],
    ),
  }),
  simulate(metafieldBlogs, {
    sample: sampleMetafields(
      { resource: 'blog', range: 10, ownerAt: (position) => idAt(series.blog, position), count: blogTitles.length },
      [
        ['storefront', 'intro', 'single_line_text_field', 'Short stories from long walks', 'Text above the articles'],
        ['editorial', 'posts_per_month', 'number_integer', 2, 'How often something is published'],
      ],
    ),
  }),
  simulate(metafieldCustomers, {
    sample: sampleMetafields(
      { resource: 'customer', range: 1, ownerAt: (position) => idAt(series.customer, position) },
      [
        ['loyalty', 'points', 'number_integer', 240, 'Points the customer has collected'],
        ['loyalty', 'member_since', 'date', '2025-03-14', 'Day the customer joined the program'],
        ['facts', 'birthday', 'date', '1988-07-02', 'For a note on the day'],
      ],
    ),
    actions: {
      create: { values: ({ customer_id, ...field }) => ({ ...field, description: null, owner_id: customer_id }) },
      update: { values: ({ value, type }) => ({ value, type }) },
    },
  }),
  simulate(metafieldDraftOrders, {
    sample: sampleMetafields(
      {
        resource: 'draft_order',
        range: 4,
        ownerAt: (position) => idAt(series.draftOrder, position),
        addedAt: draftedAt,
      },
      [
        ['sales', 'taken_by', 'single_line_text_field', 'Marisol', 'Who took the order'],
        ['sales', 'call_back', 'date', '2026-11-04', 'When the customer wants to hear from us'],
      ],
    ),
  }),
  simulate(metafieldLocations, {
    sample: sampleMetafields(
      {
        resource: 'location',
        range: 5,
        ownerAt: (position) => idAt(series.location, position),
        count: locationLines.length,
      },
      [
        ['access', 'door_code_hint', 'single_line_text_field', 'Ask at the front desk', 'For drivers'],
        ['access', 'parking', 'boolean', true, 'Whether customers can park there'],
        ['staff', 'lead', 'single_line_text_field', 'Joaquín', 'Who is in charge'],
      ],
    ),
  }),
  simulate(metafieldOrders, {
    sample: sampleMetafields(
      {
        resource: 'order',
        range: 3,
        ownerAt: (position) => orderAt(position).id,
        addedAt: (position) => orderAt(position).placedAt,
      },
      [
        [
          'packing',
          'gift_message',
          'single_line_text_field',
          'Happy birthday, and see you in May!',
          'Printed on the card in the parcel',
        ],
        ['packing', 'packed_by', 'single_line_text_field', 'Luz', 'Who packed the order'],
        ['accounting', 'exported', 'boolean', true, 'Whether the order is in the books'],
      ],
    ),
    actions: {
      create: { values: ({ order_id, ...field }) => ({ ...field, description: null, owner_id: order_id }) },
      update: { values: ({ value, type }) => ({ value, type }) },
    },
  }),
  simulate(metafieldPages, {
    sample: sampleMetafields(
      { resource: 'page', range: 9, ownerAt: (position) => idAt(series.page, position), count: pageLines.length },
      [
        ['seo', 'hidden', 'boolean', false, 'Whether search engines leave the page out'],
        ['review', 'reviewed_on', 'date', '2026-09-15', 'When somebody last checked the text'],
      ],
    ),
  }),
  simulate(metafieldProductImages, {
    sample: sampleMetafields(
      { resource: 'product_image', range: 8, ownerAt: (position) => idAt(series.image, position) },
      [
        ['credits', 'photographer', 'single_line_text_field', 'Tomás Begay', 'Who took the picture'],
        ['credits', 'licensed_until', 'date', '2028-12-31', 'Until when it may be shown'],
      ],
    ),
  }),
  simulate(metafieldProductVariants, {
    sample: sampleMetafields({ resource: 'variant', range: 6, ownerAt: (position) => idAt(series.variant, position) }, [
      ['details', 'color_code', 'color', '#4f5d3a', 'Shown as a dot next to the name'],
      ['logistics', 'carton_quantity', 'number_integer', 12, 'Pieces in a carton of the supplier'],
    ]),
    actions: {
      create: { values: ({ variant_id, ...field }) => ({ ...field, description: null, owner_id: variant_id }) },
      update: { values: ({ value, type }) => ({ value, type }) },
    },
  }),
  simulate(metafieldProducts, {
    sample: sampleMetafields({ resource: 'product', range: 2, ownerAt: (position) => idAt(series.product, position) }, [
      [
        'details',
        'care_guide',
        'multi_line_text_field',
        'Wipe clean with a damp cloth. Not for the dishwasher.',
        'How to look after it',
      ],
      ['details', 'material', 'single_line_text_field', 'Enamelled steel', 'What it is made of'],
      ['details', 'handmade', 'boolean', true, 'Whether it is made by hand'],
      ['shipping', 'lead_time', 'number_integer', 2, 'Working days until it leaves the warehouse'],
    ]),
    actions: {
      create: { values: ({ product_id, ...field }) => ({ ...field, description: null, owner_id: product_id }) },
      update: { values: ({ value, type }) => ({ value, type }) },
    },
  }),
  simulate(metafieldShops, {
    sample: sampleMetafields({ resource: 'shop', range: 0, ownerAt: () => shopOfSamples.id, count: 1 }, [
      [
        'contact',
        'opening_hours',
        'multi_line_text_field',
        'Monday to Saturday, nine to six',
        'Shown on the contact page',
      ],
      [
        'contact',
        'returns_address',
        'single_line_text_field',
        '418 West Farmer Avenue, Tempe, AZ 85281',
        'Printed on return labels',
      ],
      ['shipping', 'free_above', 'number_integer', 75, 'Orders above this sum are sent free of charge'],
      ['storefront', 'show_stock', 'boolean', true, 'Whether product pages say how much is left'],
    ]),
  }),
  simulate(metafieldSmartCollections, {
    sample: sampleMetafields(
      {
        resource: 'collection',
        range: 7,
        ownerAt: (position) => idAt(series.smartCollection, position),
        count: productTypes.length,
      },
      [
        ['storefront', 'banner', 'single_line_text_field', 'Made to be used outdoors', 'Text above the products'],
        ['storefront', 'columns', 'number_integer', 3, 'Products side by side'],
      ],
    ),
  }),
];
