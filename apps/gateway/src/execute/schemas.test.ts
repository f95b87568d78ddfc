import { describe, expect, it } from 'vitest';
import { executeTrailerSchema } from './schemas.ts';

describe('the trailer of a stream', () => {
  it('says how to go on, and why it ended early', () => {
    const complete = { meta: { complete: true, records: 2, pages: 1, next_params: null } };
    const capped = {
      meta: { complete: false, records: 10, pages: 2, next_params: { page: 3 }, reason: 'record_cap' },
    };
    for (const trailer of [complete, capped]) expect(executeTrailerSchema.parse(trailer)).toEqual(trailer);
    expect(executeTrailerSchema.safeParse({ meta: { ...complete.meta, reason: 'tired' } }).success).toBe(false);
  });
});
