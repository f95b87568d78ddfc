import { describe, expect, it } from 'vitest';
import { changed, released, shopManifest } from '../test/shop.ts';
import type { Bump } from './bump.ts';
import { checkVersions, type VersionSources } from './check-versions.ts';
import { renderReport } from './report.ts';

const shop = released(shopManifest, '0.4.0');
const withoutDelete = released(changed(shopManifest, 'entities.0.actions.1', undefined), '0.4.0');
const withParam = released(
  changed(shopManifest, 'entities.0.actions.0.params.properties.after', { type: 'string' }),
  '0.4.0',
);
const announced = (...types: Bump[]) =>
  types.map((type) => ({ releases: [{ name: '@connectory/connector-shop', type }] }));

const check = (change: Partial<VersionSources>) =>
  checkVersions({ present: [shop], released: [shop], changesets: [], today: '2026-11-21', ...change });

describe('checkVersions', () => {
  it('asks for nothing when nothing changed', () => {
    expect(check({})).toMatchObject({ passed: true, connectors: [{ connector: 'shop', needs: 'none', has: 'none' }] });
  });

  it.each<[string, Bump[], boolean]>([
    ['none', [], false],
    ['a patch one', ['patch'], false],
    ['a minor one', ['minor'], false],
    ['a major one', ['major'], true],
    ['a major one among others', ['patch', 'major', 'minor'], true],
  ])('with a removed action and %s of the changesets, passes: %#', (_, types, passed) => {
    const result = check({ present: [withoutDelete], changesets: announced(...types) });
    expect(result.passed).toBe(passed);
    expect(result.connectors[0]?.needs).toBe('major');
  });

  it('takes a larger changeset than is needed, and none of another connector', () => {
    expect(check({ present: [withParam], changesets: announced('major') }).passed).toBe(true);
    const other = [{ releases: [{ name: '@connectory/connector-other', type: 'minor' as const }] }];
    expect(check({ present: [withParam], changesets: other }).passed).toBe(false);
  });

  it('asks for a changeset that announces a connector nobody released yet', () => {
    expect(check({ released: [] })).toMatchObject({ passed: false, connectors: [{ changes: null, needs: 'minor' }] });
    expect(check({ released: [], changesets: announced('minor') }).passed).toBe(true);
  });

  it('does not let a released connector vanish', () => {
    const { passed, connectors } = check({ present: [], changesets: announced('major') });
    expect(passed).toBe(false);
    expect(connectors[0]?.faults[0]).toContain('It was released as 0.4.0 and is not loaded any more.');
  });

  it('sees a version that was raised by hand', () => {
    const raised = { ...shop, version: '0.5.0' };
    expect(check({ present: [raised] }).connectors[0]?.faults).toEqual([
      'spec/released/shop.json is about 0.4.0, package.json says 0.5.0. Versions are raised by "npm run version", which writes both.',
    ]);
  });
});

describe('renderReport', () => {
  it('says what changed and what to add, word for word', () => {
    expect(renderReport(check({ present: [withoutDelete], changesets: announced('minor') }))).toBe(
      `connector  version  changes  needs  has
shop       0.4.0    1 major  major  minor  FAILED

shop
  major  orders/delete is gone
  It needs a major changeset and has a minor one.
  Add the file .changeset/shop-major.md, and say in its last line what users have to know:

---
"@connectory/connector-shop": major
---

What is gone or different, and what to do instead.

`,
    );
  });

  it('is a table alone when nothing changed', () => {
    expect(renderReport(check({}))).toBe(
      'connector  version  changes  needs  has\nshop       0.4.0    none     none   none\n',
    );
  });
});
