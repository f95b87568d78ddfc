export { type ActionSearch, type ActionSearchRequest, createActionSearch, type FoundActions } from './action-search.ts';
export type { FoundAction, FoundParam } from './found-action.ts';
export type { ActionAddress } from './indexed-action.ts';
