import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchema } from './manifest.ts';
import { publishedRecord } from './published-record.ts';

const Order = z.object({
  id: z.string(),
  state: z.enum(['open', 'closed']),
  total: z.number().min(0),
  at: z.string().describe('When'),
  buyer: z.object({ name: z.string().nullable() }),
  note: z.string().nullish(),
  lines: z.array(z.object({ count: z.int() })),
  labels: z.record(z.string(), z.string()),
  either: z.union([z.string(), z.array(z.string())]),
  anything: z.unknown(),
});

const published = publishedRecord(jsonSchema(Order), ['id']);

describe('publishedRecord', () => {
  it('requires the key and lets everything else be null at any depth', () => {
    expect(published).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string' },
        state: { type: ['string', 'null'], 'x-extensible-enum': ['open', 'closed'] },
        total: { type: ['number', 'null'] },
        at: { type: ['string', 'null'], description: 'When' },
        buyer: { type: ['object', 'null'], properties: { name: { type: ['string', 'null'] } } },
        note: { type: ['string', 'null'] },
        lines: {
          type: ['array', 'null'],
          items: { type: 'object', properties: { count: { type: ['integer', 'null'] } } },
        },
        labels: { type: ['object', 'null'], additionalProperties: { type: ['string', 'null'] } },
        either: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'null' }] },
        anything: {},
      },
      required: ['id'],
    });
  });

  it('changes nothing the second time', () => {
    expect(publishedRecord(published, ['id'])).toEqual(published);
  });

  it('requires every part of a key, and nothing where there is none', () => {
    expect(publishedRecord(jsonSchema(Order), ['id', 'at', 'gone']).required).toEqual(['id', 'at']);
    expect(publishedRecord(jsonSchema(Order), [])).not.toHaveProperty('required');
  });
});
