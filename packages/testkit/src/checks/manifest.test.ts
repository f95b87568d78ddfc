import { describe, expect, it } from 'vitest';
import { isPlainField } from './manifest.ts';

const nullable = (type: string) => ({ type: [type, 'null'] });

describe('a field that explains itself', () => {
  it.each([
    ['customer_id', nullable('string')],
    ['htmlUrl', { type: 'string' }],
    ['comments_count', nullable('integer')],
    ['timeout_seconds', { type: 'number' }],
    ['is_public', { type: 'boolean' }],
    ['hasWiki', { type: 'boolean' }],
    ['closed_at', { type: 'string', format: 'date-time' }],
    ['object', { type: 'string', 'x-extensible-enum': ['customer'] }],
    ['label_ids', { type: 'array', items: { type: 'string' } }],
    ['owner', { anyOf: [{ type: 'object', properties: { login: { type: 'string' } } }, { type: 'null' }] }],
    ['lines', { type: 'array', items: { type: 'object', properties: { text: { type: 'string' } } } }],
  ])('%s has a name and type that say it', (name, schema) => {
    expect(isPlainField(name, schema)).toBe(true);
  });

  it.each([
    ['amount', nullable('integer')],
    ['closed_at', { type: 'string' }],
    ['created', { type: 'integer' }],
    ['customer', { type: 'string' }],
    ['livemode', { type: 'boolean' }],
    ['status', { type: 'string', 'x-extensible-enum': ['open', 'closed'] }],
    ['discounts', { type: 'array', items: { type: 'string' } }],
    ['metadata', { type: 'object' }],
    ['id', { type: 'boolean' }],
    ['value', {}],
  ])('%s does not', (name, schema) => {
    expect(isPlainField(name, schema)).toBe(false);
  });
});
