import type { StoredRecord, StoreScope } from '../../src/stores/context-store.ts';
import { ticket, tickets } from '../stores/tickets.ts';

/** The copy that processes write until they are killed. */
export const killedScope: StoreScope = {
  connectionId: '00000000-0000-4000-8000-00000000dead',
  layout: tickets,
};

const size = 40;

/** Returns a page. Its first half changes records of the previous page, its second half is new. */
export function killedPage(page: number): readonly StoredRecord[] {
  return Array.from({ length: size }, (_, index) => {
    const number = (page * size) / 2 + index;
    return ticket(number, {
      subject: `Page ${page} ${number % 2 === 0 ? 'kangaroo' : 'elephant'}`,
      tags: [`p${page}`],
    });
  });
}

/** Returns the records after a number of pages, in key order. */
export function recordsAfter(pages: number): readonly StoredRecord[] {
  const records = new Map<string, StoredRecord>();
  for (let page = 0; page < pages; page += 1) for (const record of killedPage(page)) records.set(record.key, record);
  return [...records.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1));
}
