const day = (index: number) => `2026-0${1 + (index % 9)}-${11 + (index % 17)}`;

/** Additional values that plugins of the sample shop have added to the records of an entity. */
const values: Readonly<Record<string, (index: number) => Readonly<Record<string, unknown>>>> = {
  products: (index) => ({
    'Pflege-Hinweis': index % 2 === 0 ? 'Nur kalt waschen' : 'Trocken lagern',
    carbon_footprint: (1.25 + index * 0.5).toFixed(2),
    tested_on: day(index),
    warehouse: index % 3 === 0 ? 'Cork' : 'Galway',
    certificates: index % 2 === 0 ? ['GOTS'] : ['GOTS', 'bluesign'],
  }),
  orders: (index) => ({
    delivery_date: day(index),
    gift_wrap: index % 4 === 0 ? 'yes' : 'no',
    loyalty_points: String(10 + index * 5),
    'Größe des Pakets': index % 2 === 0 ? 'S' : 'L',
  }),
  customers: (index) => ({
    birthday: day(index),
    credit_limit: `${100 + index * 25}.00`,
    tier: index % 3 === 0 ? 'gold' : 'silver',
    Verein: index % 2 === 0 ? 'Alpenverein' : 'Mountaineering Ireland',
  }),
  coupons: (index) => ({
    budget: `${500 + index * 10}.50`,
    campaign: index % 2 === 0 ? 'spring' : 'autumn',
    approved_on: day(index),
    Zuständig: index % 3 === 0 ? 'Aoife' : 'Cillian',
  }),
};

/** The `meta_data` of the sample record at a position. */
export const metaDataOf = (entity: string, index: number) =>
  Object.entries(values[entity]?.(index) ?? {}).map(([key, value], position) => ({
    id: 900_001 + index * 10 + position,
    key,
    value,
  }));
