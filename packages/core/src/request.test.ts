import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gatewayErrorIn } from '../test/gateway-errors.ts';
import { parseEnvelope } from './request.ts';

const minimal = { entity: 'notes', action: 'list' };
const refusal = (body: unknown) => gatewayErrorIn(() => parseEnvelope(body));
const errorsOf = (changes: object) => refusal({ ...minimal, ...changes }).errors;

describe('parseEnvelope', () => {
  it('fills in what was left out', () => {
    expect(parseEnvelope(minimal)).toEqual({
      entity: 'notes',
      action: 'list',
      params: {},
      selectFields: undefined,
      excludeFields: undefined,
      dryRun: false,
      limitHeaders: false,
      intent: undefined,
    });
  });

  it('reads every member', () => {
    expect(
      parseEnvelope({
        ...minimal,
        params: { limit: 1 },
        select_fields: ['id', 'owner.login'],
        exclude_fields: ['body'],
        dry_run: true,
        limit_headers: true,
        intent: 'to test',
        skip_truncation: true,
      }),
    ).toEqual({
      ...minimal,
      params: { limit: 1 },
      selectFields: ['id', 'owner.login'],
      excludeFields: ['body'],
      dryRun: true,
      limitHeaders: true,
      intent: 'to test',
    });
  });

  it('counts code points, as the published bounds do', () => {
    const select_fields = ['\u{1F600}'.repeat(200)];
    expect(parseEnvelope({ ...minimal, select_fields, intent: '\u{1F600}'.repeat(512) })).toMatchObject({
      selectFields: select_fields,
    });
    expect(errorsOf({ select_fields: ['\u{1F600}'.repeat(201)] })).toMatchObject([{ field: '/select_fields' }]);
    expect(errorsOf({ intent: '\u{1F600}'.repeat(513) })).toMatchObject([{ field: '/intent' }]);
  });

  it('shows names in messages without the escapes of pointers', () => {
    expect(refusal({ ...minimal, '/params/x': 1 })).toMatchObject({
      message: expect.stringMatching(/^\/params\/x is not/),
      errors: [{ field: '/~1params~1x' }],
    });
  });

  it('takes null for absent where existing clients send it', () => {
    const nulls = { params: null, select_fields: null, exclude_fields: null, intent: null, skip_truncation: null };
    expect(parseEnvelope({ ...minimal, ...nulls })).toEqual(parseEnvelope(minimal));
  });

  it.each([[null], [[]], ['text'], [7], [true], [undefined]])('refuses a body that is no object: %j', (body) => {
    expect(refusal(body)).toMatchObject({ code: 'malformed_request', status: 400, errors: [] });
  });

  it.each([
    [{ entity: undefined }, '/entity', 'required'],
    [{ action: undefined }, '/action', 'required'],
    [{ entity: null }, '/entity', 'invalid_type'],
    [{ entity: 7 }, '/entity', 'invalid_type'],
    [{ entity: 'x'.repeat(101) }, '/entity', 'invalid_type'],
    [{ action: ['list'] }, '/action', 'invalid_type'],
    [{ params: [] }, '/params', 'invalid_type'],
    [{ params: 'limit=1' }, '/params', 'invalid_type'],
    [{ select_fields: 'id' }, '/select_fields', 'invalid_type'],
    [{ select_fields: ['id', 7] }, '/select_fields', 'invalid_type'],
    ...['', '.', 'a..b', '.a', 'a.'].map((path): [object, string, string] => [
      { select_fields: ['id', path] },
      '/select_fields',
      'invalid_type',
    ]),
    [{ select_fields: ['x'.repeat(201)] }, '/select_fields', 'invalid_type'],
    [{ exclude_fields: Array.from({ length: 201 }, () => 'a') }, '/exclude_fields', 'invalid_type'],
    [{ dry_run: 'true' }, '/dry_run', 'invalid_type'],
    [{ dry_run: null }, '/dry_run', 'invalid_type'],
    [{ limit_headers: 'yes' }, '/limit_headers', 'invalid_type'],
    [{ intent: 7 }, '/intent', 'invalid_type'],
    [{ intent: 'x'.repeat(513) }, '/intent', 'invalid_type'],
    [{ skip_truncation: 1 }, '/skip_truncation', 'invalid_type'],
  ])('refuses %j', (changes, field, code) => {
    expect(errorsOf(changes)).toMatchObject([{ field, error_code: code }]);
  });

  it('accepts members of the largest size', () => {
    const paths = Array.from({ length: 200 }, () => 'x'.repeat(200));
    const largest = { entity: 'x'.repeat(100), select_fields: paths, intent: 'x'.repeat(512) };
    expect(() => parseEnvelope({ ...minimal, ...largest })).not.toThrow();
  });

  it.each([
    ['parameters', undefined],
    ['parms', 'params'],
    ['selectFields', 'select_fields'],
    ['dryRun', 'dry_run'],
    ['__proto__', undefined],
    ['constructor', undefined],
  ])('refuses the unknown member %s', (name, near) => {
    const body = JSON.parse(`{"entity": "notes", "action": "list", "${name}": {}}`);
    const error = refusal(body);
    expect(error.errors).toEqual([
      {
        field: `/${name}`,
        message: 'is not a field of the request',
        error_code: 'unknown_name',
        ...(near !== undefined && { did_you_mean: near }),
      },
    ]);
    expect(error.message.endsWith(near === undefined ? '.' : `Did you mean "${near}"?`)).toBe(true);
  });

  it('shows at most twenty errors of a flood', () => {
    const flood = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`member-${index}`, 1]));
    expect(errorsOf(flood)).toHaveLength(20);
  });

  it('accepts or refuses any JSON value with the documented code', () => {
    const members = fc.record(
      {
        entity: fc.jsonValue(),
        action: fc.jsonValue(),
        params: fc.jsonValue(),
        select_fields: fc.jsonValue(),
        dry_run: fc.jsonValue(),
        intent: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), members), (body) => {
        try {
          parseEnvelope(body);
        } catch {
          expect(refusal(body).code).toBe('malformed_request');
        }
      }),
    );
  });
});
