import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childPolicy, widerPart } from './child-policy.ts';
import { type Policy, type PolicyRequest, policyAllows } from './policy.ts';

const reads = ['list', 'get', 'api_search', 'context_store_search', 'download'];
const writes = ['create', 'update', 'delete'];
const connectors = ['payments', 'ledger', 'archive'];
const connections = ['payments', 'ledger-eu', 'ledger-us'];
const entities = ['customers', 'invoices', 'pages'];

const request = fc.record({
  connector: fc.constantFrom(...connectors),
  connection: fc.constantFrom(...connections),
  entity: fc.constantFrom(...entities),
  action: fc.constantFrom(...reads, ...writes),
});
const list = (names: readonly string[]) => fc.option(fc.uniqueArray(fc.constantFrom(...names)), { nil: undefined });
const policy: fc.Arbitrary<Policy> = fc.record(
  {
    manage: fc.option(fc.boolean(), { nil: undefined }),
    readOnly: fc.option(fc.boolean(), { nil: undefined }),
    connectors: list([...new Set([...connectors, ...connections])]),
    entities: list(entities),
    actions: list([...reads, ...writes]),
    maxRecords: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
  },
  { requiredKeys: [] },
);

describe('policyAllows', () => {
  it('allows everything without a restriction', () => {
    fc.assert(fc.property(request, (asked) => policyAllows({}, asked) && policyAllows({ maxRecords: 1 }, asked)));
  });

  it('is the conjunction of its parts', () => {
    fc.assert(
      fc.property(policy, request, (whole, asked) => {
        const parts = Object.entries(whole).map(([name, value]) => policyAllows({ [name]: value }, asked));
        expect(policyAllows(whole, asked)).toBe(parts.every((allowed) => allowed));
      }),
    );
  });

  it('never allows more when a restriction is added', () => {
    fc.assert(
      fc.property(policy, policy, request, (one, other, asked) => {
        const both: Policy = {
          ...one,
          ...Object.fromEntries(Object.entries(other).filter(([name]) => !(name in one))),
        };
        expect(policyAllows(both, asked) && !policyAllows(one, asked)).toBe(false);
      }),
    );
  });

  it('allows exactly the reads under readOnly, and no action it does not know', () => {
    const asked: PolicyRequest = { connector: 'ledger', connection: 'ledger-eu', entity: 'pages', action: 'list' };
    for (const action of reads) expect(policyAllows({ readOnly: true }, { ...asked, action })).toBe(true);
    for (const action of [...writes, 'merge', '', 'LIST', 'constructor', '__proto__']) {
      expect(policyAllows({ readOnly: true }, { ...asked, action })).toBe(false);
    }
    expect(policyAllows({ readOnly: true, actions: ['delete'] }, { ...asked, action: 'delete' })).toBe(false);
  });

  it('takes connector ids and connection names, and nothing for an empty list', () => {
    const asked: PolicyRequest = { connector: 'ledger', connection: 'ledger-eu', entity: 'pages', action: 'list' };
    expect(policyAllows({ connectors: ['ledger'] }, asked)).toBe(true);
    expect(policyAllows({ connectors: ['ledger-eu'] }, asked)).toBe(true);
    expect(policyAllows({ connectors: ['ledger-us', 'payments'] }, asked)).toBe(false);
    expect(policyAllows({ connectors: [] }, asked)).toBe(false);
    expect(policyAllows({ entities: [] }, asked)).toBe(false);
    expect(policyAllows({ actions: [] }, asked)).toBe(false);
  });
});

describe('the policy of a token that a token makes', () => {
  const made = (asked: Policy, maker: Policy): Policy | undefined => {
    try {
      return childPolicy(asked, maker);
    } catch (error) {
      expect(error).toMatchObject({ code: 'forbidden' });
      return undefined;
    }
  };

  it('allows nothing that its maker forbids', () => {
    fc.assert(
      fc.property(policy, policy, request, (asked, maker, call) => {
        const child = made(asked, maker);
        if (child === undefined) return;
        expect(widerPart(child, maker)).toBeUndefined();
        expect(policyAllows(child, call) && !policyAllows(maker, call)).toBe(false);
        expect(child.manage === true && maker.manage !== true).toBe(false);
        expect(child.maxRecords ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(
          maker.maxRecords ?? Number.POSITIVE_INFINITY,
        );
      }),
    );
  });

  it('is what was asked for, and as its maker where nothing was; managing is not inherited', () => {
    const maker: Policy = { manage: true, readOnly: true, connectors: ['ledger', 'archive'], maxRecords: 10 };
    const { manage: _manage, ...rest } = maker;
    expect(childPolicy({}, maker)).toEqual(rest);
    expect(childPolicy({ manage: undefined, maxRecords: undefined }, maker)).toEqual(rest);
    expect(childPolicy({ manage: true, connectors: ['ledger'], entities: [] }, maker)).toEqual({
      ...maker,
      connectors: ['ledger'],
      entities: [],
    });
  });

  it.each<Policy>([{ callsPerMinute: 10 }, { callsPerDay: 10 }])('is none where the maker has %j', (limits) => {
    const fewer: Policy = { callsPerMinute: 1, callsPerDay: 1 };
    for (const asked of [{}, fewer]) {
      expect(() => childPolicy(asked, { manage: true, ...limits })).toThrow(
        expect.objectContaining({ code: 'forbidden' }),
      );
    }
    expect(childPolicy(fewer, { manage: true })).toEqual(fewer);
  });

  it.each<[string, Policy, Policy]>([
    ['policy.manage', { manage: true }, {}],
    ['policy.read_only', { readOnly: false }, { readOnly: true }],
    ['policy.connectors', { connectors: ['ledger', 'archive'] }, { connectors: ['ledger'] }],
    ['policy.entities', { entities: ['pages'] }, { entities: [] }],
    ['policy.actions', { actions: ['get', 'list'] }, { actions: ['get'] }],
    ['policy.max_records', { maxRecords: 11 }, { maxRecords: 10 }],
  ])('is refused with %s where that would be wider', (path, asked, maker) => {
    expect(() => childPolicy(asked, maker)).toThrow(
      expect.objectContaining({
        code: 'forbidden',
        message: expect.stringContaining(path),
        errors: [expect.objectContaining({ field: `/${path.replace('.', '/')}` })],
      }),
    );
  });
});
