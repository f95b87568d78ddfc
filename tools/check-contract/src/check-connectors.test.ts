import { expect, it } from 'vitest';
import { changed, toyContractFile, toyManifest } from '../test/toy-shop.ts';
import { parseCatalog } from './catalog.ts';
import { checkConnectors } from './check-connectors.ts';
import { parseContract } from './contract.ts';
import { renderReport } from './report.ts';

const contract = parseContract(toyContractFile);
const orderPages = parseCatalog({
  entities: [
    {
      name: 'products',
      actions: {
        list: { params: [{ name: 'limit', type: 'integer', default: 7 }], upstream: {}, response: { kind: 'records' } },
      },
    },
  ],
});
const wrong = changed(toyManifest, 'entities.0.actions.0.meta', ['has_more']);
const entry = { where: 'products/list/params/limit', kind: 'default' as const, reason: 'The shop decides' };

it('passes a right connector and counts what it offers', () => {
  const check = checkConnectors({ contract, known: {} }, [toyManifest]);
  expect(check).toMatchObject({
    passed: true,
    missing: [],
    connectors: [{ connector: 'shop', entities: 2, directActions: 5, searchableEntities: 1, differences: [] }],
  });
  expect(renderReport(check)).toBe(
    [
      'connector  entities  direct actions  searchable  differences  known',
      'shop              2               5           1            0      0',
      '',
      'contract: 1 of 1 connectors, 2 entities, 5 direct actions, 1 searchable entities',
      '',
    ].join('\n'),
  );
});

it('names the connectors that are missing', () => {
  const check = checkConnectors({ contract, known: {} }, []);
  expect(check).toMatchObject({ passed: true, missing: ['shop'] });
  expect(renderReport(check)).toContain(
    'contract: 0 of 1 connectors, 0 entities, 0 direct actions, 0 searchable entities; missing: shop',
  );
});

it('fails for a difference from the contract', () => {
  const check = checkConnectors({ contract, known: {} }, [wrong]);
  expect(check.passed).toBe(false);
  expect(renderReport(check)).toContain('\nshop\n  orders/list/meta/next_cursor  missing: it is not there\n');
});

it('fails for a difference from the catalog that nobody explains', () => {
  const readCatalog = () => orderPages;
  expect(checkConnectors({ contract, known: {}, readCatalog }, [toyManifest])).toMatchObject({ passed: false });
  expect(checkConnectors({ contract, known: { shop: [entry] }, readCatalog }, [toyManifest])).toMatchObject({
    passed: true,
    connectors: [{ differences: [], known: [entry] }],
  });
});

it('does not let an entry explain a difference from the contract', () => {
  const known = { shop: [{ ...entry, where: 'orders/list/meta/next_cursor', kind: 'missing' as const }] };
  expect(checkConnectors({ contract, known, readCatalog: () => ({}) }, [wrong])).toMatchObject({
    passed: false,
    connectors: [{ differences: [{ where: 'orders/list/meta/next_cursor' }], stale: known.shop }],
  });
});

it('fails for an entry that explains nothing any more', () => {
  const check = checkConnectors({ contract, known: { shop: [entry] }, readCatalog: () => ({}) }, [toyManifest]);
  expect(check).toMatchObject({ passed: false, connectors: [{ differences: [], stale: [entry] }] });
  expect(renderReport(check)).toContain('products/list/params/limit  default: no longer differs, remove it');
});
