import type { AuditFilter } from '@connectory/client';

/** The names of the filters, both in the URL and in the API. */
const filterNames = [
  'connection_id',
  'kind',
  'entity',
  'action',
  'record_key',
  'token_id',
  'person',
  'via',
  'failed',
  'state',
  'outcome',
  'from',
  'to',
] as const;

/** The entered value of each filter. */
export type EnteredFilter = Readonly<Partial<Record<(typeof filterNames)[number], string>>>;

/** Reads the filter from the query of a URL. */
export function enteredFilter(address: URLSearchParams): EnteredFilter {
  return Object.fromEntries(
    filterNames.map((name) => [name, address.get(name) ?? '']).filter(([, value]) => value !== ''),
  );
}

/** Writes a filter as the query of a URL. */
export function addressOf(filter: EnteredFilter): URLSearchParams {
  const entered = filterNames.map((name): [string, string] => [name, (filter[name] ?? '').trim()]);
  return new URLSearchParams(entered.filter(([, value]) => value !== ''));
}

/** Converts a filter to a request. The gateway reports errors in a filter that was typed into the URL. */
export function askedFilter({ outcome, ...others }: EnteredFilter): AuditFilter {
  return { ...(others as AuditFilter), ...(outcome !== undefined && { outcome: Number(outcome) }) };
}
