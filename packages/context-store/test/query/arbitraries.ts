export { layouts, recordSets } from './record-sets.ts';
export {
  aggregateCases,
  aggregateParams,
  type SearchCase,
  type SearchParams,
  searchCases,
  searchParams,
} from './search-params.ts';
export { texts } from './texts.ts';
