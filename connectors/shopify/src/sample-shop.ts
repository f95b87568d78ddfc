/** The shop of the samples: outdoor and kitchen goods from Arizona. What belongs together follows from positions. */

/** Id of the sample record at a position; `series` is the number range of its kind. */
export const idAt = (series: number, index: number) => series * 1_000_000_000 + 982_416_384 - index * 32_768;

/** The position of a sample record with that id; undefined if none can have it. */
export function indexOf(series: number, id: number) {
  const index = (idAt(series, 0) - id) / 32_768;
  return Number.isInteger(index) && index >= 0 ? index : undefined;
}

/** Number ranges of the ids, by kind of record. */
export const series = {
  address: 9_120,
  adjustment: 1_040,
  article: 6_020,
  balanceTransaction: 3_010,
  blog: 9_010,
  charge: 1_910,
  checkout: 3_610,
  collect: 4_020,
  country: 4_810,
  customCollection: 4_460,
  customer: 8_110,
  discountCode: 2_190,
  dispute: 1_070,
  draftOrder: 1_150,
  fulfillment: 5_290,
  fulfillmentOrder: 7_410,
  fulfillmentOrderLine: 1_840,
  image: 4_120,
  inventoryItem: 5_180,
  lineItem: 1_620,
  location: 7_030,
  metafield: 3_340,
  option: 1_130,
  order: 6_240,
  page: 1_180,
  payout: 1_220,
  priceRule: 1_490,
  product: 8_920,
  province: 9_860,
  refund: 1_010,
  refundLine: 1_020,
  shippingLine: 5_110,
  smartCollection: 4_470,
  tenderTransaction: 2_620,
  transaction: 7_730,
  variant: 4_740,
} as const;

const day = 86_400_000;
const evening = Date.UTC(2026, 9, 31, 19, 42, 10);

/**
 * The time this many days before the evening of 31 October 2026, in Arizona time, which has no daylight saving. Whole days differ by the
 * hour.
 */
export function timeAgo(days: number) {
  const earlier = Number.isInteger(days) ? ((days * 7_919) % 36_000) * 1000 : 0;
  return `${new Date(evening - days * day - earlier).toISOString().slice(0, 19)}-07:00`;
}

const among = <T>(list: readonly T[], index: number) => list[index % list.length] as T;

/** An article of the shop: title, type, price in cents, option, supplier, grams. */
type ProductLine = readonly [string, string, number, string, string, number];

export const productLines: readonly ProductLine[] = [
  ['Enamel camp mug', 'Kitchen', 1_650, 'Moss', 'Ironwood Enamel', 180],
  ['Wool blanket', 'Bedding', 12_800, 'Canyon red', 'Mesa Looms', 1_900],
  ['Cast iron skillet', 'Kitchen', 5_400, '10 inch', 'Ironwood Enamel', 2_350],
  ['Canvas tote', 'Bags', 3_200, 'Natural', 'Cholla Goods', 420],
  ['Folding lantern', 'Lighting', 4_450, 'Brass', 'Nightjar', 610],
  ['Trail coffee kit', 'Kitchen', 6_900, 'Two cups', 'Nightjar', 740],
  ['Beeswax candle', 'Home', 1_400, 'Cedar', 'Palo Verde Bees', 230],
  ['Leather work gloves', 'Apparel', 3_850, 'Medium', 'Cholla Goods', 210],
  ['Insulated bottle', 'Kitchen', 3_400, '750 ml', 'Nightjar', 390],
  ['Waxed cotton jacket', 'Apparel', 21_500, 'Large', 'Mesa Looms', 1_250],
  ['Hand-dipped matches', 'Lighting', 900, 'Box of 60', 'Palo Verde Bees', 60],
  ['Camp stool', 'Furniture', 7_200, 'Oak', 'Cholla Goods', 1_600],
  ['Merino socks', 'Apparel', 2_400, 'Charcoal', 'Mesa Looms', 90],
  ['Pocket knife', 'Tools', 4_900, 'Olive wood', 'Ironwood Enamel', 110],
  ['Desert honey', 'Pantry', 1_250, '340 g', 'Palo Verde Bees', 480],
  ['Picnic basket', 'Home', 8_900, 'Willow', 'Cholla Goods', 1_450],
  ['Linen tea towel', 'Kitchen', 1_800, 'Indigo stripe', 'Mesa Looms', 85],
  ['Camp grill grate', 'Kitchen', 4_600, 'Standard', 'Ironwood Enamel', 1_980],
  ['Star chart', 'Home', 2_600, 'Northern sky', 'Nightjar', 120],
  ['Hammock', 'Furniture', 9_800, 'Sage', 'Mesa Looms', 1_100],
  ['Seed collection', 'Garden', 2_200, 'Wildflowers', 'Palo Verde Bees', 75],
  ['Garden trowel', 'Garden', 2_950, 'Ash', 'Ironwood Enamel', 340],
  ['Sun hat', 'Apparel', 4_200, 'Sand', 'Cholla Goods', 150],
  ['Clay planter', 'Garden', 3_600, '8 inch', 'Palo Verde Bees', 2_100],
  ['Travel journal', 'Home', 2_750, 'Ruled', 'Cholla Goods', 310],
];

/** An address of the shop's name for texts: lower case, with hyphens. */
export const handleOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The sample product at a position. It has one variant, one picture and one item in stock at the same position. */
export function productAt(index: number) {
  const [title, type, cents, option, vendor, grams] = among(productLines, index);
  const handle = handleOf(title);
  return {
    id: idAt(series.product, index),
    variantId: idAt(series.variant, index),
    imageId: idAt(series.image, index),
    inventoryItemId: idAt(series.inventoryItem, index),
    title,
    type,
    cents,
    option,
    optionName: /\d/.test(option) ? 'Size' : 'Style',
    vendor,
    grams,
    handle,
    sku: `${vendor.slice(0, 2)}-${handle.slice(0, 3)}-${100 + index}`.toUpperCase(),
    picture: `https://cdn.shopify.com/s/files/1/0682/0433/1277/products/${handle}.jpg`,
    createdAt: timeAgo(120 + index * 9),
    updatedAt: timeAgo(2 + index),
  };
}
