export { layouts, recordSets } from './record-sets.ts';
export { type SearchCase, type SearchParams, searchCases, searchParams } from './search-params.ts';
export { texts } from './texts.ts';
