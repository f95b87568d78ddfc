import { describe, expect, it } from 'vitest';
import { changed, released, shopManifest } from '../test/shop.ts';
import { noticeFaults } from './notice.ts';

const remove = 'entities.0.actions.1';
const marked = (since: string, until: string) =>
  changed(shopManifest, `${remove}.deprecated`, { since, until, instead: 'Call cancel.' });
const gone = released(changed(shopManifest, remove, undefined));
const faults = (before: Parameters<typeof noticeFaults>[0], after: typeof before, today = '2027-06-01') =>
  noticeFaults(before, after, today).map(({ where, message }) => `${where} ${message}`);

describe('noticeFaults', () => {
  it('lets an action go on the day its deprecation names, and not before', () => {
    const last = released(marked('2026-11-21', '2027-06-01'));
    expect(faults(last, gone)).toEqual([]);
    expect(faults(last, gone, '2027-05-31')).toEqual([
      'orders/delete is gone before 2027-06-01, the day its deprecation names. Put it back.',
    ]);
  });

  it('does not let an action go that nobody announced, from 1.0.0 on', () => {
    const message = 'orders/delete is gone without notice. Put it back and mark it as deprecated first.';
    expect(faults(released(shopManifest, '1.0.0'), gone)).toEqual([message]);
    expect(faults(released(shopManifest, '0.9.0'), gone)).toEqual([]);
  });

  it.each([
    ['2026-11-21', '2027-05-20', '2027-05-21'],
    ['2026-08-31', '2027-02-27', '2027-02-28'],
    ['2027-08-31', '2028-02-28', '2028-02-29'],
  ])('wants six months from %s: %s is too early, %s is right', (since, early, right) => {
    const before = released(shopManifest);
    expect(faults(before, released(marked(since, right)))).toEqual([]);
    expect(faults(before, released(marked(since, early)))).toEqual([
      `orders/delete is deprecated until ${early}, less than 6 months. Say ${right} or later.`,
    ]);
  });
});
