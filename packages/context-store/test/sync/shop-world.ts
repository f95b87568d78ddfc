import { GatewayError } from '@connectory/errors';
import type { PageRequest, SourcePage, SyncSource } from '../../src/sync/sync-source.ts';

/** What a shop does for a while instead of serving its lists. */
export type Outage = 'none' | 'empty' | 'not-found' | 'unavailable' | 'truncated' | 'no-get';

/** How the pages of the numbered lists are cut. */
export type Cutting = 'page-number' | 'offset' | 'keyset';

const none = (what: string) =>
  new GatewayError('record_not_found', `Shop has no such ${what}.`, { upstream: { status: 404 } });

/** The records of a shop, which change while they are read. */
export class ShopWorld implements SyncSource {
  readonly orders = new Map<number, number>();
  readonly visits = new Map<number, number>();
  readonly notes = new Map<number, Map<number, number>>();
  readonly asked: PageRequest[] = [];
  outage: Outage = 'none';
  cutting: Cutting = 'page-number';
  /** Whether the record that changed last comes first. */
  isNewestFirst = false;
  /** The largest page that the shop can send. */
  maxSize = 100;
  /** When orders changed, by id, in Unix seconds. */
  readonly changedAt = new Map<number, number>();
  /** Runs before a page is read, and may change the records. */
  onRead: (request: PageRequest) => void = () => undefined;
  #time = 0;
  #lastId = 0;

  add(to: Map<number, number>): number {
    this.#lastId += 1;
    to.set(this.#lastId, this.#tick());
    return this.#lastId;
  }

  addNote(order: number): void {
    if (!this.orders.has(order)) return;
    const notes = this.notes.get(order) ?? new Map<number, number>();
    this.notes.set(order, notes);
    this.add(notes);
  }

  touch(of: Map<number, number>, id: number): void {
    if (of.has(id)) of.set(id, this.#tick());
  }

  /** Every key that the copy should have, by entity. */
  keys(): Readonly<Record<string, ReadonlySet<string>>> {
    const keysOf = (of: Iterable<number>, ...partition: string[]) =>
      Array.from(of, (id) => JSON.stringify([...partition, String(id)]));
    return {
      orders: new Set(keysOf(this.orders.keys())),
      visits: new Set(keysOf(this.visits.keys())),
      stamps: new Set([...this.orders.keys()].flatMap((id) => keysOf([1], String(id)))),
      notes: new Set([...this.orders.keys()].flatMap((id) => keysOf(this.notes.get(id)?.keys() ?? [], String(id)))),
    };
  }

  async readPage(request: PageRequest): Promise<SourcePage> {
    this.asked.push(request);
    this.onRead(request);
    const { params, action, entity } = request;
    if (this.outage === 'unavailable') throw new GatewayError('upstream_unavailable', 'Shop failed.');
    if (action === 'get') {
      const id = Number(params.order_id);
      if (this.outage === 'no-get' || this.outage === 'not-found' || !this.orders.has(id)) throw none('order');
      return { records: [this.#record(id, this.orders.get(id) ?? 0)], nextParams: null };
    }
    if (this.outage === 'empty') return { records: [], nextParams: null };
    if (this.outage === 'not-found') throw none('list');
    if (entity.name === 'stamps') return { records: [{ id: 1 }], nextParams: null };
    if (entity.name === 'notes') {
      const notes = this.orders.has(Number(params.order)) ? this.notes.get(Number(params.order)) : undefined;
      if (notes === undefined && !this.orders.has(Number(params.order))) throw none('order');
      return this.#page(notes ?? new Map(), params, 'keyset');
    }
    return this.#page(entity.name === 'orders' ? this.orders : this.visits, params, this.cutting);
  }

  #page(of: Map<number, number>, params: PageRequest['params'], cutting: Cutting): SourcePage {
    const size = typeof params.size === 'number' ? params.size : 4;
    if (size > this.maxSize) {
      throw new GatewayError('upstream_unavailable', 'Shop could not send the page.', { pageTooHeavy: true });
    }
    const isKeyset = cutting === 'keyset';
    const rows = [...of].sort(([a, aTime], [b, bTime]) => (this.isNewestFirst && !isKeyset ? bTime - aTime : a - b));
    const number = typeof params.page === 'number' ? params.page : 1;
    const after = Number(params.cursor ?? params.page ?? 0);
    const start = isKeyset
      ? rows.findIndex(([id]) => id > after)
      : cutting === 'offset'
        ? number - 1
        : (number - 1) * size;
    const cut = start < 0 ? [] : rows.slice(start, start + size);
    const records = cut.map(([id, time]) => this.#record(id, time));
    const last = cut.at(-1);
    if (last === undefined || (this.outage === 'truncated' && start <= 0)) return { records, nextParams: null };
    if (isKeyset)
      return {
        records,
        nextParams: {
          [params.order === undefined ? 'page' : 'cursor']: params.order === undefined ? last[0] : String(last[0]),
        },
      };
    return { records, nextParams: { page: cutting === 'offset' ? number + size : number + 1 } };
  }

  #record(id: number, time: number) {
    return { id, text: String(time), changed_at: this.changedAt.get(id) ?? 0 };
  }

  #tick(): number {
    this.#time += 1;
    return this.#time;
  }
}
