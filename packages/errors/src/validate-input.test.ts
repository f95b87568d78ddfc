import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { gatewayErrorIn } from '../test/gateway-errors.ts';
import { requirePlainJson, validateInput, validateParams } from './validate-input.ts';

const address = z.strictObject({ city: z.string(), postal_code: z.string().optional() });
const schema = z.strictObject({
  limit: z.int().min(1).max(100).default(10),
  status: z.enum(['open', 'closed']).optional(),
  email: z.email().optional(),
  customer: z
    .strictObject({ name: z.string(), address: address.optional(), previous: z.array(address).optional() })
    .optional(),
  created: z.union([z.int(), z.strictObject({ gte: z.int().optional(), lte: z.int().optional() })]).optional(),
  source: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('card'), number: z.string() }),
      z.strictObject({ type: z.literal('bank'), iban: z.string() }),
    ])
    .optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  groups: z.record(z.string(), address).optional(),
});

const problems = (params: object) => gatewayErrorIn(() => validateParams(schema, params)).errors;

describe('validateParams', () => {
  it('gives the parameters with their defaults', () => {
    expect(validateParams(schema, {})).toEqual({ limit: 10 });
    expect(validateParams(schema, { limit: 5, created: { gte: 1 } })).toEqual({ limit: 5, created: { gte: 1 } });
  });

  it.each([
    [{ limit: '5' }, '/params/limit', 'invalid_type', 'must be an integer'],
    [{ limit: null }, '/params/limit', 'invalid_type', 'must be an integer'],
    [{ limit: 0 }, '/params/limit', 'too_small', 'must be at least 1'],
    [{ limit: 1.5 }, '/params/limit', 'invalid_type', 'must be an integer'],
    [{ email: 'nobody' }, '/params/email', 'invalid_format', 'must be an email address'],
    [{ status: 'opened' }, '/params/status', 'not_allowed', 'must be one of open, closed'],
    [{ customer: { name: 7 } }, '/params/customer/name', 'invalid_type', 'must be a string'],
    [{ customer: [] }, '/params/customer', 'invalid_type', 'must be an object'],
    [
      { customer: { name: 'x', previous: [{ city: 'y' }, 7] } },
      '/params/customer/previous/1',
      'invalid_type',
      'must be an object',
    ],
    [{ metadata: { 'a/b': 1 } }, '/params/metadata/a~1b', 'invalid_type', 'must be a string'],
    [{ created: 'today' }, '/params/created', 'invalid_type', 'has none of the accepted types'],
    [{ created: { gte: 'today' } }, '/params/created/gte', 'invalid_type', 'must be an integer'],
    [{ source: { type: 'cash' } }, '/params/source/type', 'invalid_type', 'has none of the accepted'],
  ])('points at what is wrong in %j', (params, field, code, message) => {
    const [problem, ...others] = problems(params);
    expect(others).toEqual([]);
    expect(problem).toEqual({ field, error_code: code, message: expect.stringContaining(message) });
  });

  it.each([
    [{ customer: {} }, '/params/customer/name'],
    [{ customer: { name: 'x', address: {} } }, '/params/customer/address/city'],
    [{ customer: { name: 'x', previous: [{}] } }, '/params/customer/previous/0/city'],
    [{ source: { type: 'card' } }, '/params/source/number'],
  ])('says what is required in %j, and only of what is absent', (params, field) => {
    expect(problems(params)).toEqual([{ field, message: 'is required', error_code: 'required' }]);
  });

  it('says so of a required enumeration and a required union too', () => {
    const required = z.strictObject({ kind: z.enum(['a', 'b']), when: z.union([z.int(), z.string()]) });
    const { errors } = gatewayErrorIn(() => validateParams(required, {}));
    expect(errors.map(({ field, error_code: code }) => [field, code])).toEqual([
      ['/params/kind', 'required'],
      ['/params/when', 'required'],
    ]);
  });

  it.each([
    [{ limits: 1 }, '/params/limits', 'limit'],
    [{ Status: 'open' }, '/params/Status', 'status'],
    [{ customer: { name: 'x', adress: { city: 'y' } } }, '/params/customer/adress', 'address'],
    [
      { customer: { name: 'x', address: { city: 'y', postalcode: '1' } } },
      '/params/customer/address/postalcode',
      'postal_code',
    ],
    [{ customer: { name: 'x', previous: [{ city: 'y', citi: 'z' }] } }, '/params/customer/previous/0/citi', 'city'],
    [{ created: { gt: 1 } }, '/params/created/gt', 'gte'],
    [{ groups: { a: { city: 'y', cit: 'z' } } }, '/params/groups/a/cit', 'city'],
    [{ source: { type: 'bank', iban: 'x', ibann: 'y' } }, '/params/source/ibann', 'iban'],
  ])('names the nearest accepted name at every depth: %j', (params, field, near) => {
    expect(problems(params)).toContainEqual({
      field,
      message: 'is not a known name',
      error_code: 'unknown_name',
      did_you_mean: near,
    });
  });

  it('suggests nothing where nothing is near', () => {
    expect(problems({ completely_different: 1 })[0]).not.toHaveProperty('did_you_mean');
  });

  it('says the first error in words, and how many more there are', () => {
    const error = gatewayErrorIn(() => validateParams(schema, { limt: 1, status: 'x' }));
    expect(error.code).toBe('invalid_params');
    expect(error.message).toMatch(/^params\.(status|limt) .* \(and 1 more\)\./);
    expect(gatewayErrorIn(() => validateParams(schema, { limt: 1 })).message).toBe(
      'params.limt is not a known name. Did you mean "limit"?',
    );
  });

  it('refuses what no schema would see', () => {
    expect(problems(JSON.parse('{"__proto__": {"limit": 5}}'))[0]?.field).toBe('/params/__proto__');
    expect(problems({ metadata: JSON.parse('{"__proto__": "x"}') })[0]?.field).toBe('/params/metadata/__proto__');
  });

  it('shows at most fifty errors of a flood, with shortened names', () => {
    const flood = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`${'x'.repeat(200)}${index}`, 1]));
    const found = problems(flood);
    expect(found).toHaveLength(20);
    expect(found[0]?.field.length).toBeLessThan(120);
    const list = z.strictObject({ numbers: z.array(z.int()) });
    const wrong = { numbers: Array.from({ length: 5000 }, () => 'x') };
    expect(gatewayErrorIn(() => validateParams(list, wrong)).errors).toHaveLength(20);
  });

  it('either accepts any JSON object or refuses it with pointers into it', () => {
    const key = fc.constantFrom(
      ...Object.keys(schema.shape),
      'name',
      'city',
      'type',
      'gte',
      'other',
      '__proto__',
      'constructor',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, 5, -1, 'open', 'card', '', '\ud800'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 6 }), (params) => {
        if (schema.safeParse(params).success && JSON.stringify(params).isWellFormed()) return;
        try {
          validateParams(schema, params);
        } catch {
          const { code, errors } = gatewayErrorIn(() => validateParams(schema, params));
          expect(code).toBe('invalid_params');
          expect(errors.length).toBeGreaterThan(0);
          for (const { field } of errors) expect(field).toMatch(/^\/params(\/|$)/);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('validateInput', () => {
  it('validates anything else in the same way, from any place', () => {
    const settings = z.strictObject({ subdomain: z.string().regex(/^[a-z]+$/) });
    expect(validateInput(settings, { subdomain: 'acme' })).toEqual({ subdomain: 'acme' });
    const refuse = (input: unknown) => gatewayErrorIn(() => validateInput(settings, input, ['settings'])).errors[0];
    expect(refuse({ subdomian: 'acme' })).toMatchObject({ field: '/settings/subdomain', error_code: 'required' });
    expect(refuse({ subdomain: 'a/b' })).toMatchObject({ field: '/settings/subdomain', error_code: 'invalid_format' });
    expect(refuse('text')).toMatchObject({ field: '/settings', error_code: 'invalid_type' });
    expect(refuse(null)).toMatchObject({ field: '/settings' });
  });
});

const refusal = (text: string) => gatewayErrorIn(() => requirePlainJson(JSON.parse(text), ['params']));
const nested = (levels: number, open: string, close: string) => `${open.repeat(levels)}1${close.repeat(levels)}`;

describe('requirePlainJson', () => {
  it('accepts any JSON value that is not too deep', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 6 })), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__') && JSON.stringify(value).isWellFormed());
        fc.pre(!/\\ud[89a-f]/.test(JSON.stringify(value)));
        expect(() => requirePlainJson(value, ['params'])).not.toThrow();
      }),
    );
  });

  it.each([
    ['{"__proto__": 1}', '/params/__proto__'],
    ['{"a": [{"__proto__": {"admin": true}}]}', '/params/a/0/__proto__'],
  ])('refuses the name __proto__ in %s', (text, field) => {
    expect(refusal(text)).toMatchObject({ code: 'invalid_params', errors: [{ field, error_code: 'unknown_name' }] });
  });

  it('leaves the names that only look dangerous alone', () => {
    expect(() => requirePlainJson(JSON.parse('{"constructor": {"prototype": 1}, "proto": 2}'), [])).not.toThrow();
  });

  it.each([
    ['{"a": "\\ud800"}', '/params/a'],
    ['{"a": ["fine", "x\\udc00y"]}', '/params/a/1'],
    ['{"a": {"\\ud800": 1}}', '/params/a'],
  ])('refuses text that is no Unicode in %s', (text, field) => {
    expect(refusal(text).errors).toMatchObject([{ field, error_code: 'invalid_text' }]);
  });

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('refuses what is nested deeper than 64 levels of %s', (open, close) => {
    expect(() => requirePlainJson(JSON.parse(nested(64, open, close)), ['params'])).not.toThrow();
    expect(refusal(nested(65, open, close)).errors).toMatchObject([{ error_code: 'too_deep' }]);
  });

  it('refuses a hundred thousand levels without falling over, and shows a short pointer', () => {
    const error = refusal(nested(100_000, '[', ']'));
    expect(error.errors[0]?.field).toBe('/params/0/0/0/0/0/0/0');
  });
});
