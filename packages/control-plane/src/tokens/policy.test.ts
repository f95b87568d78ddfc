import { type Effect, effects, personalKinds } from '@connectory/connector-sdk/engine';
import { detectedKinds } from '@connectory/personal-data';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectTreatment, fieldTreatments, hidesData, personalTreatment, textTreatments } from './data-policy.ts';
import {
  childPolicy,
  narrowedPolicy,
  type Policy,
  type PolicyRequest,
  policyAllows,
  policySchema,
  widerPart,
} from './policy.ts';

const actions = ['list', 'get', 'context_store_search', 'download', 'create', 'update', 'delete'];
const connectors = ['stripe', 'ledger', 'archive'];
const connections = ['stripe', 'ledger-eu', 'ledger-us'];
const entities = ['customers', 'invoices', 'pages'];

const request = fc.record({
  connector: fc.constantFrom(...connectors),
  connection: fc.constantFrom(...connections),
  entity: fc.constantFrom(...entities),
  action: fc.constantFrom(...actions),
  effect: fc.constantFrom(...effects),
});
const list = <Name extends string>(names: readonly Name[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...names)), { nil: undefined });
const paths = fc.option(fc.uniqueArray(fc.constantFrom('id', 'name', 'email', 'address.city'), { minLength: 1 }), {
  nil: undefined,
});
const fieldRule = fc
  .record({ connector: fc.constantFrom(undefined, ...connections), entity: fc.constantFrom(undefined, ...entities) })
  .chain((names) =>
    fc.record({ allow: paths, drop: paths, mask: paths, hash: paths }).map((rule) => ({ ...names, ...rule })),
  )
  .filter(({ allow, drop, mask, hash }) => [allow, drop, mask, hash].some((given) => given !== undefined));
const recordRule = fc.record({
  connector: fc.constantFrom(...connections),
  entity: fc.constantFrom(...entities),
  where: fc.constantFrom({}, { eq: { group_id: 1 } }, { not: { eq: { group_id: 1 } } }),
});
const treatments = <Kind extends string, Treatment extends string>(
  kinds: readonly Kind[],
  values: readonly Treatment[],
) =>
  fc.option(
    fc.dictionary(fc.constantFrom(...kinds, 'all' as const), fc.constantFrom(...values), { noNullPrototype: true }),
    { nil: undefined },
  ) as fc.Arbitrary<{ [Name in Kind | 'all']?: Treatment } | undefined>;
const dataParts = {
  fields: fc.option(fc.array(fieldRule, { maxLength: 3 }), { nil: undefined }),
  records: fc.option(fc.array(recordRule, { maxLength: 3 }), { nil: undefined }),
  personal: treatments(personalKinds, fieldTreatments),
  detect: treatments(detectedKinds, textTreatments),
  flagInstructions: fc.option(fc.boolean(), { nil: undefined }),
};
const policy: fc.Arbitrary<Policy> = fc.record(
  {
    ...dataParts,
    manage: fc.option(fc.boolean(), { nil: undefined }),
    readOnly: fc.option(fc.boolean(), { nil: undefined }),
    connectors: list([...new Set([...connectors, ...connections])]),
    entities: list(entities),
    actions: list(actions),
    effects: fc.option(fc.record({ allow: list(effects), deny: list(effects) }), { nil: undefined }),
    maxRecords: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
    approve: fc.option(fc.boolean(), { nil: undefined }),
    hold: fc.option(
      fc.record({
        effects: fc.uniqueArray(fc.constantFrom(...effects), { minLength: 1 }),
        entities: list(entities),
        when: fc.option(fc.constantFrom({ gt: { amount: 1 } }, { gt: { amount: 2 } }), { nil: undefined }),
        secondPerson: fc.option(fc.boolean(), { nil: undefined }),
      }),
      { nil: undefined },
    ),
  },
  { requiredKeys: [] },
);

describe('narrowedPolicy', () => {
  it('allows nothing that one of the two policies forbids, and holds what either of them holds', () => {
    fc.assert(
      fc.property(policy, policy, (one, other) => {
        const both = narrowedPolicy(one, other);
        expect([widerPart(both, one), widerPart(both, other)]).toEqual([undefined, undefined]);
      }),
    );
  });

  it('allows what both of two policies that name the same connections allow', () => {
    fc.assert(
      fc.property(policy, policy, request, ({ connectors: _, ...one }, { connectors: __, ...other }, asked) => {
        const isAllowed = policyAllows(one, asked) && policyAllows(other, asked);
        expect(policyAllows(narrowedPolicy(one, other), asked)).toBe(isAllowed);
      }),
    );
  });
});

describe('what two policies hide together', () => {
  const asStrict = (order: readonly string[], one: string | undefined, other: string | undefined) =>
    (one === undefined ? -1 : order.indexOf(one)) >= (other === undefined ? -1 : order.indexOf(other));

  it('is what either of them hides, by the stricter treatment', () => {
    fc.assert(
      fc.property(policy, policy, (one, other) => {
        const both = narrowedPolicy(one, other);
        for (const { fields = [], records = [], personal = {}, detect = {} } of [one, other]) {
          expect(both.fields ?? []).toEqual(expect.arrayContaining([...fields]));
          expect(both.records ?? []).toEqual(expect.arrayContaining([...records]));
          for (const kind of personalKinds) {
            const treatment = personalTreatment(both.personal ?? {}, kind);
            expect(asStrict(fieldTreatments, treatment, personalTreatment(personal, kind))).toBe(true);
          }
          for (const kind of detectedKinds) {
            const treatment = detectTreatment(both.detect ?? {}, kind);
            expect(asStrict(textTreatments, treatment, detectTreatment(detect, kind))).toBe(true);
          }
        }
        expect(hidesData(both)).toBe(hidesData(one) || hidesData(other));
      }),
    );
  });

  it('has one treatment for kinds that neither of them names', () => {
    const both = narrowedPolicy({ personal: { all: 'mask', name: 'hash' } }, { personal: { contact: 'drop' } });
    expect(both.personal).toEqual({ all: 'mask', name: 'hash', contact: 'drop' });
  });

  it('is no more than one of them hides', () => {
    fc.assert(
      fc.property(policy, (one) => {
        expect(widerPart(one, narrowedPolicy(one, one))).toBeUndefined();
        expect(widerPart(one, narrowedPolicy(one, { manage: true, approve: true }))).toBeUndefined();
      }),
    );
  });
});

describe('a stored policy', () => {
  it('is what was stored', () => {
    fc.assert(
      fc.property(policy, (stored) => {
        const json: unknown = JSON.parse(JSON.stringify(stored));
        expect(policySchema.parse(json)).toEqual(json);
      }),
    );
  });

  it.each<object>([
    {},
    { manage: true, readOnly: true, connectors: ['stripe'], entities: [], actions: ['list'], maxRecords: 5 },
    { effects: { deny: ['delete'] }, callsPerMinute: 3, callsPerDay: 9, approve: true },
    { hold: { effects: ['delete'], entities: ['customers'], when: { gt: { amount: 1 } }, secondPerson: true } },
  ])('of an earlier version hides nothing: %j', (stored) => {
    const read = policySchema.parse(stored);
    expect(read).toEqual(stored);
    expect(hidesData(read)).toBe(false);
  });
});

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

  it.each<[Policy, readonly Effect[]]>([
    [{}, effects],
    [{ effects: {} }, effects],
    [{ readOnly: true }, ['read']],
    [{ readOnly: true, effects: { allow: ['write', 'outward'] } }, []],
    [{ readOnly: false, effects: { allow: ['read'] } }, ['read']],
    [{ effects: { allow: [] } }, []],
    [{ effects: { allow: ['read', 'write'] } }, ['read', 'write']],
    [{ effects: { deny: [] } }, effects],
    [{ effects: { deny: ['outward'] } }, ['read', 'write', 'delete']],
    [{ effects: { allow: ['read', 'delete'], deny: ['delete'] } }, ['read']],
    [{ effects: { allow: [...effects], deny: [...effects] } }, []],
    [{ readOnly: true, effects: { deny: ['read'] } }, []],
  ])('%j allows the effects %j, whatever the action is called', (policy, allowed) => {
    for (const action of actions) {
      const asked = { connector: 'ledger', connection: 'ledger-eu', entity: 'pages', action };
      expect(effects.filter((effect) => policyAllows(policy, { ...asked, effect }))).toEqual(allowed);
    }
  });

  it('takes connector ids and connection names, and nothing for an empty list', () => {
    const asked: PolicyRequest = {
      connector: 'ledger',
      connection: 'ledger-eu',
      entity: 'pages',
      action: 'list',
      effect: 'read',
    };
    expect(policyAllows({ connectors: ['ledger'] }, asked)).toBe(true);
    expect(policyAllows({ connectors: ['ledger-eu'] }, asked)).toBe(true);
    expect(policyAllows({ connectors: ['ledger-us', 'stripe'] }, asked)).toBe(false);
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

  it('shows no more of any record than its maker sees', () => {
    fc.assert(
      fc.property(policy, policy, (asked, maker) => {
        const child = made(asked, maker);
        if (child === undefined) return;
        expect(narrowedPolicy(child, maker).fields ?? []).toEqual(child.fields ?? []);
        expect(child.records ?? []).toEqual(expect.arrayContaining([...(maker.records ?? [])]));
        expect(hidesData(maker) && !hidesData(child)).toBe(false);
      }),
    );
  });

  it('has at most as many rules as can be stored', () => {
    const drop = (name: string) => ({
      fields: Array.from({ length: 60 }, (_, index) => ({ drop: [`${name}_${index}`] })),
    });
    expect(() => childPolicy(drop('asked'), drop('maker'))).toThrow(
      expect.objectContaining({ code: 'invalid_params' }),
    );
    expect(childPolicy(drop('maker'), drop('maker')).fields).toHaveLength(60);
  });

  it('is what was asked for, and as its maker where nothing was; managing is not inherited', () => {
    const maker: Policy = { manage: true, readOnly: true, connectors: ['ledger', 'archive'], maxRecords: 10 };
    const { manage: _manage, ...rest } = maker;
    expect(childPolicy({}, maker)).toEqual(rest);
    expect(childPolicy({ manage: undefined, maxRecords: undefined }, maker)).toEqual(rest);
    const careful: Policy = { effects: { deny: ['delete', 'outward'] } };
    expect(childPolicy({}, careful)).toEqual(careful);
    expect(childPolicy({ effects: { allow: ['read', 'write'] } }, careful)).toEqual({
      effects: { allow: ['read', 'write'] },
    });
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
    ['policy.effects', { effects: {} }, { effects: { deny: ['outward'] } }],
    ['policy.effects', { effects: { allow: ['read', 'delete'] } }, { effects: { allow: ['read', 'write'] } }],
    ['policy.effects', { effects: { deny: ['delete'] } }, { effects: { allow: ['read'] } }],
    ['policy.effects', { effects: { allow: ['read'] } }, { effects: { deny: ['read'] } }],
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
