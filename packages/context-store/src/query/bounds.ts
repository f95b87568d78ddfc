/** Bounds of a search request (spec/search.md); texts are counted in code points. */
export const bounds = Object.freeze({
  depth: 20,
  nodes: 500,
  inValues: 1000,
  operandLength: 1000,
  fuzzyWords: 32,
  wildcards: 32,
  searchedTexts: 100,
  fieldNameLength: 200,
  sortKeys: 10,
  fields: 200,
  limit: 10_000,
  defaultLimit: 1000,
  cursorLength: 20_000,
  faults: 20,
  numberDigits: 1000,
});

/** Texts are ordered by this many code points at their beginning, so that an index entry and a cursor stay short. */
export const sortedLength = 200;
