import { describe, expect, it } from 'vitest';
import { toySandboxes } from '../test/toys/sandboxes.ts';
import { shop } from '../test/toys/shop.ts';
import type { Criterion } from './criteria.ts';
import { listRecords } from './criteria.ts';
import { RecordWorld } from './record-world.ts';
import { simulatedVendor } from './simulated-vendor.ts';

const orders = new RecordWorld(
  simulatedVendor(
    shop,
    toySandboxes.find((one) => one.connector === shop),
  ),
  1,
  30,
).collectionOf('orders');
const all = orders.records();
const [first = {}] = all;
const find = (role: Criterion['role'], names: string[], value: unknown, rest: Partial<Criterion> = {}) =>
  listRecords(orders, [{ role, names, value, ...rest }], {});

describe('listRecords', () => {
  it('recognizes a field by related names', () => {
    const wanted = all.filter((order) => order.product_id === first.product_id);
    expect(find('filter', ['product_id'], first.product_id)).toEqual(wanted);
    expect(find('filter', ['product'], first.product_id)).toEqual(wanted);
    expect(find('filter', ['productId'], first.product_id)).toEqual(wanted);
    expect(find('filter', ['statuses'], ['open', 'PAID'])).toEqual(all.filter(({ status }) => status !== 'canceled'));
    expect(find('filter', ['ids'], [String(first.id)])).toEqual([first]);
    expect(find('filter', ['nothing'], 'x')).toEqual(all);
  });

  it('looks into objects', () => {
    const { buyer } = first as { buyer: { email: string } };
    const found = find('filter', ['buyer'], buyer.email);
    expect(found).toContain(first);
    expect(found.length).toBeLessThan(all.length);
    expect(find('filter', ['buyer_email'], buyer.email)).toEqual(found);
  });

  it('never takes the id of a parent for its own, and gives all records to parents nobody can look up', () => {
    expect(find('parent', ['id'], first.id)).toEqual(all);
    expect(find('parent', ['product_id'], 'none')).toEqual([]);
    expect(find('parent', ['product_id'], 'none', { isUnverified: true })).toEqual(all);
  });

  it('searches words, phrases and fields, and passes over the rest of a query language', () => {
    const search = (query: string) => listRecords(orders, [], { query });
    expect(search('status:open')).toEqual(all.filter(({ status }) => status === 'open'));
    expect(search('status:"open" AND quantity>=5')).toEqual(
      all.filter(({ status, quantity }) => status === 'open' && Number(quantity) >= 5),
    );
    expect(search('is:thing -status:open')).toEqual(all);
    expect(search(`"${String(first.product_id)}"`)).toContain(first);
  });
});
