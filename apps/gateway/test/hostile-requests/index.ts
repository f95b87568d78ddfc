export { brokenRequests } from './broken-requests.ts';
export { extremeCalls } from './extreme-calls.ts';
export type { HostileRequest, Target } from './hostile-request.ts';
export { hostileRequests } from './hostile-requests.ts';
export { hostileSearches } from './hostile-searches.ts';
export { rawRequests } from './raw-requests.ts';
