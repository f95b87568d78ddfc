import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePointCount, compareText } from '../query/stored-text.ts';
import { identityText, keyTexts, maxKeyLength, partitionPrefix, recordKey } from './record-key.ts';

const byId = { key: 'id' } as const;
const texts = fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { maxLength: 3 });

describe('record keys', () => {
  it('hold partition and key fields as texts', () => {
    expect(recordKey(byId, [], { id: 'cus_1' })).toBe('["cus_1"]');
    expect(recordKey({ key: ['owner.login', 'n'] }, ['a"b'], { owner: { login: 'ada' }, n: 7 })).toBe(
      '["a\\"b","ada","7"]',
    );
    expect(recordKey(byId, [], { id: false })).toBe('["false"]');
    expect(recordKey(byId, [], { id: 9007199254740993n })).toBe('["9007199254740993"]');
  });

  it('need every key field', () => {
    for (const record of [{}, { id: null }, { id: {} }, { id: Number.NaN }, null, 'text', undefined]) {
      expect(recordKey(byId, [], record)).toBeNull();
    }
    expect(recordKey({ key: null }, [], { id: 1 })).toBeNull();
  });

  it('differ where partition or key fields differ, and give them back', () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        (one, other, id, otherId) => {
          const partition = one.map((text) => identityText(text) ?? '');
          const otherPartition = other.map((text) => identityText(text) ?? '');
          const key = recordKey(byId, partition, { id }) ?? '';
          const otherKey = recordKey(byId, otherPartition, { id: otherId }) ?? '';
          const parts = [...partition, identityText(id)];
          expect(key === otherKey).toBe(
            JSON.stringify(parts) === JSON.stringify([...otherPartition, identityText(otherId)]),
          );
          expect(keyTexts(key)).toEqual(parts);
          expect(key.isWellFormed()).toBe(true);
        },
      ),
    );
  });

  it('of one partition follow its prefix, and no others do', () => {
    const pair = fc.array(
      fc.string({ unit: 'binary', maxLength: 3 }).map((text) => identityText(text) ?? ''),
      {
        minLength: 2,
        maxLength: 2,
      },
    );
    fc.assert(
      fc.property(pair, pair, fc.string({ unit: 'binary', maxLength: 4 }), (partition, other, id) => {
        const key = recordKey(byId, other, { id }) ?? '';
        const prefix = partitionPrefix(partition);
        expect(key.startsWith(prefix)).toBe(JSON.stringify(partition) === JSON.stringify(other));
        if (key.startsWith(prefix)) expect(compareText(key, prefix)).toBeGreaterThan(0);
        expect(key.startsWith(partitionPrefix([]))).toBe(true);
      }),
    );
  });

  it('stay short enough for an index', () => {
    const long = recordKey({ key: ['path', 'id'] }, ['ada', 'engine'], { path: '/é'.repeat(2000), id: 1 }) ?? '';
    expect(codePointCount(long)).toBeLessThanOrEqual(maxKeyLength);
    expect(long.startsWith(partitionPrefix(['ada', 'engine']))).toBe(true);
    expect(keyTexts(long)).toHaveLength(4);
    expect(recordKey({ key: ['path', 'id'] }, ['ada', 'engine'], { path: '/é'.repeat(2000), id: 2 })).not.toBe(long);
    const longest = '😀'.repeat(maxKeyLength - '[""]'.length);
    expect(recordKey(byId, [], { id: longest })).toBe(`["${longest}"]`);
    expect(recordKey(byId, [], { id: `${longest}x` })).toMatch(/^\["sha256:[0-9a-f]{64}"\]$/);
    expect(recordKey(byId, ['x'.repeat(maxKeyLength)], { id: 1 })).toBeNull();
  });
});
