import type { AuditFilter } from '@connectory/client';

/** The names of the filters, in the address as in the API. */
const filterNames = ['connection_id', 'kind', 'entity', 'action', 'state', 'outcome', 'from', 'to'] as const;

/** What is entered for each filter. */
export type EnteredFilter = Readonly<Partial<Record<(typeof filterNames)[number], string>>>;

/** The filter of an address. */
export function enteredFilter(address: URLSearchParams): EnteredFilter {
  return Object.fromEntries(
    filterNames.map((name) => [name, address.get(name) ?? '']).filter(([, value]) => value !== ''),
  );
}

/** The address of a filter. */
export function addressOf(filter: EnteredFilter): URLSearchParams {
  const entered = filterNames.map((name): [string, string] => [name, (filter[name] ?? '').trim()]);
  return new URLSearchParams(entered.filter(([, value]) => value !== ''));
}

/** The filter as the gateway is asked, which says what is wrong with one that somebody wrote into the address. */
export function askedFilter({ outcome, ...others }: EnteredFilter): AuditFilter {
  return { ...(others as AuditFilter), ...(outcome !== undefined && { outcome: Number(outcome) }) };
}
