import type { Row } from './connection-file.ts';

/**
 * Restores the order of items that were read backwards from an index of values and keys: that reverses the keys of equal values, too. It
 * takes much less time than SQLite needs to sort documents.
 */
export function withKeysForward<Item>(
  items: readonly Item[],
  sortedValue: (item: Item) => Row[number] | undefined,
): readonly Item[] {
  const ordered: Item[] = [];
  let block: Item[] = [];
  let value: Row[number] | undefined;
  for (const item of items) {
    if (sortedValue(item) !== value) {
      ordered.push(...block.reverse());
      block = [];
      value = sortedValue(item);
    }
    block.push(item);
  }
  ordered.push(...block.reverse());
  return ordered;
}
