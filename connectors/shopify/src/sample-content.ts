/** Pages, blogs and articles of the sample shop, by position. */

/** A page: its title and text. */
export const pageLines = [
  ['About us', 'We are four people in Tempe who sell what we take along ourselves.'],
  ['Shipping and returns', 'Orders leave our warehouse within two days. You have thirty days to send something back.'],
  ['Contact', 'Write to hello@saguaro-supply.example, or call on weekdays between nine and five.'],
  ['Caring for cast iron', 'Dry it at once, oil it thinly, and never put it into the dishwasher.'],
  ['Our makers', 'Mesa Looms, Ironwood Enamel, Cholla Goods, Nightjar and Palo Verde Bees.'],
  ['Wholesale', 'Shops and guest houses get twenty percent from ten pieces of an article.'],
  ['Holiday hours', 'The shop on Roosevelt Row opens on Sundays in December.'],
] as const;

/** The blogs of the shop. */
export const blogTitles = ['Field notes', 'Recipes', 'News'] as const;

/** An article: position of its blog, title, summary, tags. */
export const articleLines = [
  [
    0,
    'Three nights under the rim',
    'What we packed for the Mogollon Rim, and what we would leave at home.',
    'trips, packing',
  ],
  [1, 'Skillet cornbread with desert honey', 'Eight ingredients, one pan, half an hour.', 'cast iron, baking'],
  [2, 'We open on Roosevelt Row', 'From the first of March you can touch everything before you buy it.', 'shop'],
  [0, 'How to sharpen a pocket knife', 'A whetstone, water and ten quiet minutes.', 'tools'],
  [1, 'Coffee above the tree line', 'Water boils sooner up there. Grind finer.', 'coffee'],
  [0, 'Sleeping warm in October', 'A wool blanket, a hot bottle, and why cotton is a bad idea.', 'trips, wool'],
  [2, 'Parcels without plastic', 'All orders now leave in cardboard and paper tape.', 'shipping'],
  [1, 'Beans over the fire', 'Soak them the night before. The rest is patience.', 'cast iron'],
  [0, 'Reading the winter sky', 'Orion, the Pleiades, and how to find north.', 'stars'],
  [2, 'Meet Mesa Looms', 'A visit to the workshop where our blankets are woven.', 'makers'],
] as const;
