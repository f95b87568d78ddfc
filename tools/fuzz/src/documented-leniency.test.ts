import { describe, expect, it } from 'vitest';
import { isDocumentedLeniency } from './documented-leniency.ts';

const accepted = (...violations: string[]) =>
  `Invalid data should have been rejected\nExpected: 400\nInvalid component: in body\n${violations.map((one) => `  - violates ${one}`).join('\n')}`;
const params = '`type` at /properties/params (was object, became null)';
const fields = '`type` at /properties/exclude_fields (was array, became null)';

describe('isDocumentedLeniency', () => {
  it('knows null in the envelope, alone', () => {
    expect(isDocumentedLeniency(accepted(params, fields), '{}')).toBe(true);
    expect(isDocumentedLeniency(accepted(params, '`maximum` at /properties/limit'), '{}')).toBe(false);
    expect(isDocumentedLeniency(accepted('`type` at /properties/params (was object, became array)'), '{}')).toBe(false);
    expect(isDocumentedLeniency(accepted('`type` at /properties/entity (was string, became null)'), '{}')).toBe(false);
  });

  it('knows that reads ignore an Idempotency-Key', () => {
    const message = 'Invalid component: parameter `Idempotency-Key` in header - value is too short';
    const pattern = 'parameter `Idempotency-Key` in header - violates `pattern` at /properties/Idempotency-Key';
    for (const one of [message, pattern]) {
      expect(isDocumentedLeniency(one, '{"action":"list"}')).toBe(true);
      expect(isDocumentedLeniency(one, '{"action":"create"}')).toBe(false);
      expect(isDocumentedLeniency(one, 'no JSON')).toBe(false);
    }
    expect(isDocumentedLeniency('Response violates schema: name is no string', '{"action":"list"}')).toBe(false);
  });
});
