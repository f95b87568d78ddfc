/** A discount of the sample shop: its code, percent or cents off, what it applies to, days it began and ends before the samples' day. */
type DiscountLine = readonly [
  code: string,
  value: { readonly percent: number } | { readonly cents: number },
  target: 'line_item' | 'shipping_line',
  began: number,
  ended: number | null,
];

/** The discounts of the sample shop. The first is the one orders were placed with. */
export const discountLines: readonly DiscountLine[] = [
  ['AUTUMN10', { percent: 10 }, 'line_item', 45, null],
  ['WELCOME5', { cents: 500 }, 'line_item', 620, null],
  ['SHIPFREE', { percent: 100 }, 'shipping_line', 200, null],
  ['SUMMER15', { percent: 15 }, 'line_item', 150, 60],
  ['FRIENDS20', { percent: 20 }, 'line_item', 310, null],
  ['HOLIDAY25', { percent: 25 }, 'line_item', 330, 300],
];

/** The discount at a position, and again the first one after the last. */
export const discountAt = (index: number) => discountLines[index % discountLines.length] as DiscountLine;
