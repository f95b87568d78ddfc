import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { collects } from '../src/entities/collects.ts';
import { customCollections } from '../src/entities/custom-collections.ts';
import { inventoryAdjust } from '../src/entities/inventory-adjust.ts';
import { InventoryItem, inventoryItems } from '../src/entities/inventory-items.ts';
import { inventoryLevels } from '../src/entities/inventory-levels.ts';
import { inventorySet } from '../src/entities/inventory-set.ts';
import { productImages } from '../src/entities/product-images.ts';
import { productVariants } from '../src/entities/product-variants.ts';
import { Product, products } from '../src/entities/products.ts';
import { SmartCollection, smartCollections } from '../src/entities/smart-collections.ts';
import { Collection } from '../src/records/collection.ts';
import { ProductImage } from '../src/records/product-image.ts';
import { ProductVariant } from '../src/records/product-variant.ts';
import { handleOf, idAt, indexOf, productAt, series, timeAgo } from '../src/sample-shop.ts';
import { customCollectionTitles, dollars, globalId, locationIdAt, nothingOf, productTypes, writtenId } from './shop.ts';

/** The picture of the sample product at a position. */
function sampleProductImage(index: number) {
  const { id, imageId, variantId, title, option, picture, createdAt, updatedAt } = productAt(index);
  return {
    ...nothingOf(ProductImage),
    id: imageId,
    product_id: id,
    position: 1,
    created_at: createdAt,
    updated_at: updatedAt,
    alt: `${title}, ${option}`,
    width: 2048,
    height: 1536,
    src: picture,
    variant_ids: [variantId],
    admin_graphql_api_id: globalId('ProductImage', imageId),
  };
}

/** How many of a sample product are in stock. */
const stockOf = (index: number) => (index % 8 === 6 ? 0 : 4 + ((index * 13) % 47));

/** The one variant of the sample product at a position. Every seventh is on sale. */
function sampleProductVariant(index: number) {
  const { id, variantId, imageId, inventoryItemId, option, cents, sku, grams, createdAt, updatedAt } = productAt(index);
  return {
    ...nothingOf(ProductVariant),
    id: variantId,
    product_id: id,
    title: option,
    price: dollars(cents),
    compare_at_price: index % 7 === 3 ? dollars(cents + 1_000) : null,
    sku,
    position: 1,
    inventory_policy: 'deny',
    fulfillment_service: 'manual',
    inventory_management: 'shopify',
    option1: option,
    created_at: createdAt,
    updated_at: updatedAt,
    taxable: true,
    barcode: String(850_012_340_017 + index * 111),
    grams,
    image_id: imageId,
    weight: grams / 1000,
    weight_unit: 'kg',
    inventory_item_id: inventoryItemId,
    inventory_quantity: stockOf(index),
    old_inventory_quantity: stockOf(index),
    requires_shipping: true,
    admin_graphql_api_id: globalId('ProductVariant', variantId),
  };
}

/** What a sample collection with that title shows in the shop. */
const sampleCollection = (title: string, position: number) => ({
  handle: handleOf(title),
  title,
  updated_at: timeAgo(4 + position * 3),
  body_html: `<p>${title} from the desert.</p>`,
  published_at: timeAgo(400 - position * 20),
  sort_order: 'best-selling',
  published_scope: 'web',
});

const statusAt = (index: number) => (index % 11 === 8 ? 'draft' : index % 11 === 10 ? 'archived' : 'active');

/** The variant that somebody has written; nothing is in stock. */
function writtenVariant(variant: RawValue, position: number) {
  const { id, product_id, created_at, updated_at, inventory_item_id, admin_graphql_api_id, ...unknown } =
    nothingOf(ProductVariant);
  const { option1 = 'Default Title', option2, option3 } = variant;
  return {
    ...unknown,
    title: [option1, option2, option3].filter(Boolean).join(' / '),
    price: dollars(0),
    option1,
    position,
    inventory_policy: 'deny',
    fulfillment_service: 'manual',
    taxable: true,
    requires_shipping: true,
    inventory_quantity: 0,
    old_inventory_quantity: 0,
    ...variant,
  };
}

/** The product that somebody has written. */
function writtenProduct({ variants = [{}], options, images = [], published = true, ...product }: RawValue) {
  const { id, created_at, updated_at, admin_graphql_api_id, ...unknown } = nothingOf(Product);
  const pictures = images.map((image: RawValue, position: number) => ({
    ...nothingOf(ProductImage),
    ...image,
    id: idAt(series.image, 20_000 + position),
    position: position + 1,
  }));
  return {
    ...unknown,
    handle: handleOf(product.title),
    status: 'active',
    tags: '',
    published_scope: 'global',
    ...product,
    published_at: published ? timeAgo(0) : null,
    variants: variants.map((variant: RawValue, position: number) => ({
      ...writtenVariant(variant, position + 1),
      id: idAt(series.variant, 20_000 + position),
    })),
    options: options ?? [{ id: idAt(series.option, 20_000), name: 'Title', position: 1, values: ['Default Title'] }],
    images: pictures,
    image: pictures[0] ?? null,
  };
}

export const simulatedProducts = [
  simulate(products, {
    sample: ({ index }) => {
      const { id, title, type, option, optionName, vendor, handle, createdAt, updatedAt } = productAt(index);
      const image = sampleProductImage(index);
      const status = statusAt(index);
      return {
        ...nothingOf(Product),
        id,
        title,
        body_html: `<p>${title} by ${vendor}. ${option}.</p>`,
        vendor,
        product_type: type,
        created_at: createdAt,
        handle,
        updated_at: updatedAt,
        published_at: status === 'active' ? createdAt : null,
        published_scope: 'global',
        tags: index % 4 === 0 ? `${type.toLowerCase()}, gift` : type.toLowerCase(),
        status,
        admin_graphql_api_id: globalId('Product', id),
        variants: [sampleProductVariant(index)],
        options: [{ id: idAt(series.option, index), product_id: id, name: optionName, position: 1, values: [option] }],
        images: [image],
        image,
      };
    },
    actions: { create: { values: writtenProduct } },
  }),
  simulate(productImages, {
    sample: ({ index }) => sampleProductImage(index),
  }),
  simulate(productVariants, {
    sample: ({ index }) => sampleProductVariant(index),
    actions: { create: { values: ({ product_id, ...variant }) => writtenVariant(variant, 1) } },
  }),
  simulate(collects, {
    sample: ({ index }) => {
      const position = 1 + Math.floor(index / customCollectionTitles.length);
      const addedAt = timeAgo(15 + index);
      return {
        id: idAt(series.collect, index),
        collection_id: idAt(series.customCollection, index % customCollectionTitles.length),
        product_id: productAt(index).id,
        created_at: addedAt,
        updated_at: addedAt,
        position,
        sort_value: String(position).padStart(10, '0'),
      };
    },
  }),
  simulate(customCollections, {
    sample: ({ index }) => {
      const position = index % customCollectionTitles.length;
      const id = idAt(series.customCollection, position);
      return {
        ...nothingOf(Collection),
        ...sampleCollection(customCollectionTitles[position] ?? '', position),
        id,
        sort_order: 'manual',
        admin_graphql_api_id: globalId('Collection', id),
      };
    },
    actions: {
      create: {
        values: ({ published = true, ...collection }) => {
          const id = writtenId(series.customCollection, collection);
          return {
            body_html: null,
            sort_order: 'best-selling',
            handle: handleOf(collection.title),
            ...collection,
            id,
            published_at: published ? timeAgo(0) : null,
            admin_graphql_api_id: globalId('Collection', id),
          };
        },
      },
      update: {
        values: ({ collection_id, published, ...collection }) => ({
          ...collection,
          ...(published !== undefined && { published_at: published ? timeAgo(0) : null }),
        }),
      },
    },
  }),
  simulate(smartCollections, {
    sample: ({ index }) => {
      const position = index % productTypes.length;
      const type = productTypes[position] ?? '';
      const id = idAt(series.smartCollection, position);
      return {
        ...nothingOf(SmartCollection),
        ...sampleCollection(type, position),
        id,
        disjunctive: false,
        rules: [{ column: 'type', relation: 'equals', condition: type }],
        admin_graphql_api_id: globalId('Collection', id),
      };
    },
  }),
  simulate(inventoryItems, {
    sample: ({ index }) => {
      const { inventoryItemId, sku, cents, createdAt, updatedAt } = productAt(index);
      return {
        ...nothingOf(InventoryItem),
        id: inventoryItemId,
        sku,
        created_at: createdAt,
        updated_at: updatedAt,
        requires_shipping: true,
        cost: dollars(Math.round(cents * 0.44)),
        country_code_of_origin: index % 3 === 0 ? 'MX' : 'US',
        province_code_of_origin: index % 3 === 0 ? null : 'AZ',
        tracked: true,
        country_harmonized_system_codes: [],
        admin_graphql_api_id: globalId('InventoryItem', inventoryItemId),
      };
    },
    actions: {
      list: { fields: { ids: null }, matches: ({ id }, { ids }) => String(ids).split(',').includes(String(id)) },
    },
  }),
  simulate(inventorySet, {
    actions: {
      create: {
        fields: { inventory_item_id: 'inventory_item_id', location_id: 'location_id', disconnect_if_necessary: null },
        values: ({ available }) => ({ available }),
      },
    },
  }),
  simulate(inventoryAdjust, {
    actions: {
      create: {
        fields: { inventory_item_id: 'inventory_item_id', location_id: 'location_id' },
        // From the stock of the sample.
        values: ({ inventory_item_id, available_adjustment }) => ({
          available: stockOf(indexOf(series.inventoryItem, inventory_item_id) ?? 0) + available_adjustment,
        }),
      },
    },
  }),
  simulate(inventoryLevels, {
    sample: ({ index }) => {
      const { inventoryItemId, updatedAt } = productAt(index);
      const location_id = locationIdAt(index);
      return {
        inventory_item_id: inventoryItemId,
        location_id,
        available: stockOf(index),
        updated_at: updatedAt,
        admin_graphql_api_id: `gid://shopify/InventoryLevel/${location_id}?inventory_item_id=${inventoryItemId}`,
      };
    },
  }),
];
