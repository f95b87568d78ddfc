// Threads that search load this file, so it takes nothing that brings Zod along.
import { searchBounds } from '@connectory/connector-sdk/search-bounds';

/** Bounds of a search request (spec/search.md); texts are counted in code points. */
export const bounds = Object.freeze({
  ...searchBounds,
  depth: 20,
  nodes: 500,
  fuzzyWords: 32,
  wildcards: 32,
  searchedTexts: 100,
  errors: 20,
  numberDigits: 1000,
  /** Groups of one aggregation. */
  groups: 100_000,
});

/** Texts are ordered by this many code points at their beginning, so that an index entry and a cursor stay short. */
export const sortedLength = 200;
