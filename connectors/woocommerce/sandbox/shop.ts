import { customerAt } from '@connectory/sandbox';

/**
 * The shop of the samples: outdoor gear, sold from Ireland. Ids follow from positions, so that products, variations, orders and what
 * belongs to them fit together.
 */
export const shopAddress = 'https://example.com';

const noon = Date.UTC(2026, 10, 1, 12);

// The clock of the shop is an hour ahead of GMT.
const zone = 3_600_000;

const written = (time: number) => new Date(time).toISOString().slice(0, 19);

/** A time as WooCommerce writes it, in local time and in GMT; both null if there is none. */
export function stamps<const Name extends string>(name: Name, minutesAgo: number | null) {
  const time = noon - (minutesAgo ?? 0) * 60_000;
  const [local, gmt] = minutesAgo === null ? [null, null] : [written(time + zone), written(time)];
  return { [name]: local, [`${name}_gmt`]: gmt } as Record<Name | `${Name}_gmt`, string | null>;
}

/** When something was made and last changed. */
export const madeAndChanged = (made: number, changed: number) => ({
  ...stamps('date_created', made),
  ...stamps('date_modified', changed),
});

/** Minutes in this many days. */
export const days = (count: number) => count * 1440;

/** A number of cents as WooCommerce writes amounts. */
export const price = (cents: number) => (cents / 100).toFixed(2);

/** A name as part of an address: "Bothy Lantern" is `bothy-lantern`. */
export const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The URL of the image of a record. */
export const imageAddress = (name: string) => `${shopAddress}/wp-content/uploads/2025/03/${slugOf(name)}.jpg`;

/** An image of the media library. */
export function sampleImage(id: number, name: string, minutesAgo: number) {
  return { id, ...madeAndChanged(minutesAgo, minutesAgo), src: imageAddress(name), name, alt: name };
}

const office = { street: '14 Camden Street', city: 'Dublin', stateCode: 'D', postalCode: 'D02 XE80' };

const phoneOfOffice = '087 555 0100';

// Those who run the shop.
const staff = [
  {
    first: 'Aoife',
    last: 'Byrne',
    email: 'aoife.byrne@example.com',
    phone: phoneOfOffice,
    company: '',
    address: office,
  },
  {
    first: 'Brendan',
    last: 'Casey',
    email: 'brendan.casey@example.com',
    phone: phoneOfOffice,
    company: '',
    address: office,
  },
];

/** The sample person at a position: the staff, then the customers. No two have the same email address. */
export function personAt(position: number) {
  const { first, last, company, email, phone, address } = staff[position] ?? customerAt(position - staff.length);
  const shipping = {
    first_name: first,
    last_name: last,
    company,
    address_1: address.street,
    address_2: '',
    city: address.city,
    state: address.stateCode,
    postcode: address.postalCode,
    country: position < staff.length ? 'IE' : 'US',
  };
  const username = email.replace(/@.*/, '');
  return { first_name: first, last_name: last, username, email, shipping, billing: { ...shipping, email, phone } };
}

/** Id of the customer at a position. */
export const customerId = (position: number) => 11 + position;

/** Categories: name, position of the parent, what is in it. */
export const categories: readonly (readonly [name: string, parent: number | null, description: string])[] = [
  ['Clothing', null, 'For every layer, from skin to storm.'],
  ['Jackets', 0, 'Rain jackets, fleeces and down.'],
  ['Base layers', 0, 'Merino and synthetic, worn next to the skin.'],
  ['Trousers', 0, 'For walking and scrambling.'],
  ['Camping', null, 'Everything for a night outside.'],
  ['Tents', 4, 'From one person to a family.'],
  ['Sleeping', 4, 'Bags and mats.'],
  ['Cookware', 4, 'Stoves, pots and cutlery.'],
  ['Backpacks', null, 'Day packs, trekking packs and dry bags.'],
  ['Accessories', null, 'Small things that make the difference.'],
];

/** Id of the category at a position. */
export const categoryId = (position: number) => 16 + position;

/** Names of the tags, in the order of their ids. */
export const tags = ['Waterproof', 'Merino', 'Lightweight', 'Gift idea', 'Made in Ireland', 'Winter', 'Recycled'];

/** Id of the tag at a position. */
export const tagId = (position: number) => 41 + position;

type ProductLine = readonly [name: string, category: number, cents: number, grams: number, tag: number];

// Every fifth comes in five sizes.
const productLines: readonly ProductLine[] = [
  ['Ridgeline Rain Jacket', 1, 18_900, 420, 0],
  ['Tarn 2 Tent', 5, 32_900, 2_350, 2],
  ['Bothy Lantern', 9, 3_450, 210, 3],
  ['Glen Daypack 22 L', 8, 8_400, 780, 6],
  ['Ember Camp Stove', 7, 5_900, 330, 2],
  ['Merino Base Layer', 2, 6_400, 190, 1],
  ['Heather Sleeping Bag', 6, 21_400, 1_150, 5],
  ['Burn Water Bottle 1 L', 9, 2_400, 180, 3],
  ['Crag Trekking Poles', 9, 8_900, 510, 2],
  ['Titanium Mug', 7, 2_900, 85, 3],
  ['Moor Walking Trousers', 3, 9_800, 360, 6],
  ['Strath Pack 55 L', 8, 21_900, 1_640, 4],
  ['Nesting Pot Set', 7, 7_200, 640, 2],
  ['Loch 4 Family Tent', 5, 54_900, 6_900, 0],
  ['Wool Hiking Socks', 9, 1_800, 80, 1],
  ['Corrie Fleece', 1, 7_900, 340, 6],
  ['Dram Hip Flask', 9, 2_700, 140, 3],
  ['Insulated Sleeping Mat', 6, 12_900, 560, 5],
  ['Head Torch 400 lm', 9, 4_400, 92, 2],
  ['Dry Bag 13 L', 8, 2_100, 110, 0],
  ['Summit Down Vest', 1, 14_900, 280, 5],
  ['Waxed Canvas Cap', 9, 3_200, 130, 4],
  ['Cutlery Roll', 7, 2_600, 160, 3],
  ['Tent Repair Kit', 5, 1_500, 60, 2],
  ['Gift Card', 9, 5_000, 0, 3],
];

/** The sizes of what is worn. */
export const sizes = ['XS', 'S', 'M', 'L', 'XL'];

/** Id of the product at a position. */
export const productId = (position: number) => 1201 + position * 9;

/** Id of the variation at a position: five in a row are those of one product. */
export const variationId = (position: number) => productId(position - (position % 5)) + 1 + (position % 5);

/** The sample product at a position. */
export function productAt(position: number) {
  const [line, category, cents, grams, tag] = productLines[position % productLines.length] as ProductLine;
  const edition = Math.floor(position / productLines.length);
  const name = edition === 0 ? line : `${line}, edition ${edition + 1}`;
  const isOnSale = position % 7 === 1;
  const sold = isOnSale ? Math.round(cents * 0.8) : cents;
  const slug = slugOf(name);
  const sku = `FF-${String(101 + position)}`;
  return { name, slug, sku, category, tag, cents, sold, grams, isOnSale, isVariable: position % 5 === 0 };
}

/** How many of the first products are in a category, or have a tag. */
export const countOf = (part: 'category' | 'tag', position: number) =>
  productLines.filter(([, category, , , tag]) => (part === 'category' ? category : tag) === position).length;
