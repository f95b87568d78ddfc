import type { RawValue } from '@connectory/connector-sdk';
import { parseVerbatim } from '@connectory/exact-json';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openGateway } from '../test/test-gateway.ts';

const list = { entity: 'notes', action: 'list' };
const create = { entity: 'notes', action: 'create', params: { text: 'x' } };

const number = fc.oneof(
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String),
  fc.constantFrom('1e999', '-0', '1.10', '9007199254740993', '0.30000000000000000001'),
);
const record = fc
  .record({ id: number, total: number, owner: number, list: fc.array(number, { maxLength: 3 }) })
  .map(
    ({ id, total, owner, list: items }) =>
      `{"id":${id},"total" : ${total},"owner":{"id":${owner},"x":1},"list":[${items.join(', ')}]}`,
  );

/** A record text in one spelling of white space, with all digits. */
const written = (json: RawValue) => JSON.stringify(parseVerbatim(json.toString()));
const member = (text: string, name: string) => JSON.stringify((parseVerbatim(text) as RawValue)[name]);

it('keeps every digit of any number, whatever is chosen, capped or replayed', async () => {
  const { execute, vendor, principal: principalOf } = await openGateway();
  const caller = { principal: await principalOf() };
  const cappedCaller = { principal: await principalOf({ maxRecords: 1 }) };
  let key = 0;
  const textOf = async (body: unknown, request: Parameters<typeof execute>[1] = caller) => {
    const result = await execute(body, request);
    if (result.kind !== 'records' && result.kind !== 'record') throw new Error(result.kind);
    return result.json.toString();
  };
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 20 }), async (records) => {
      vendor.response(({ method }) => ({ body: method === 'GET' ? `{"data":[${records}]}` : records[0] }));
      const [first = ''] = records;
      expect(await textOf(list)).toBe(`[${records}]`);
      expect(await textOf({ ...list, select_fields: ['owner.id', 'id'] })).toBe(
        `[${records.map((text) => {
          const owner = member(text, 'owner').replace(',"x":1', '');
          return `{"owner":${owner},"id":${member(text, 'id')}}`;
        })}]`,
      );
      const kept = await textOf({ ...list, exclude_fields: ['total', 'owner.x'] });
      expect(written(kept)).toBe(
        written(`[${records.map((text) => text.replace(/"total" : [^,]+,/, '').replace(',"x":1', ''))}]`),
      );
      expect(await textOf(list, cappedCaller)).toBe(`[${first}]`);
      const withKey = { ...caller, idempotencyKey: `key-${++key}` };
      expect(await textOf(create, withKey)).toBe(first);
      expect(await textOf(create, withKey)).toBe(first);
    }),
    { numRuns: 20 },
  );
});
