import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchema } from './manifest.ts';
import { meaningOf, withMeanings } from './meanings.ts';

const meanings = {
  created: 'When it was created, in Unix seconds',
  status: 'State of it',
  'refunds.status': 'State of the refund',
};
const Refund = z.object({
  id: z.string(),
  created: z.int().nullish(),
  status: z.string().nullable(),
  amount: z.int().describe('Amount in cents').nullish(),
});

describe('what fields mean', () => {
  it('is said by name, and for one entity where it differs', () => {
    expect(meaningOf(meanings, 'charges', 'status')).toBe('State of it');
    expect(meaningOf(meanings, 'refunds', 'status')).toBe('State of the refund');
    expect(meaningOf(meanings, 'refunds', 'toString')).toBeUndefined();
  });

  it('becomes the description of the fields of a record', () => {
    const { properties } = withMeanings(jsonSchema(Refund), 'refunds', meanings);
    expect(properties).toMatchObject({
      created: { description: 'When it was created, in Unix seconds' },
      status: { description: 'State of the refund' },
    });
    expect(properties).not.toHaveProperty('id.description');
  });

  it('gives way to the description of the schema itself, of a nullable one too', () => {
    const { properties } = withMeanings(jsonSchema(Refund), 'refunds', { amount: 'Amount' });
    expect(properties).toHaveProperty('amount.description', 'Amount in cents');
  });
});
