/** Bounds of a search request that its JSON Schema shows (spec/search.md); lengths of strings are in code points. */
export const searchBounds = Object.freeze({
  /** Records of one page. */
  limit: 10_000,
  defaultLimit: 1000,
  /** Characters of a cursor. */
  cursorLength: 20_000,
  /** Field paths to return. */
  fields: 200,
  /** Characters of a field path. */
  fieldNameLength: 200,
  /** Fields to sort by. */
  sortKeys: 10,
  /** Fields to group by. */
  groupFields: 3,
  /** Values to compute of each group. */
  aggregatedValues: 10,
  /** Values of one list. */
  inValues: 1000,
  /** Seconds that a search may allow for the age of the copy: a year. */
  maxStaleness: 31_536_000,
  /** Characters of a string to compare with. */
  operandLength: 1000,
});
