import { Executor, type ExecutorParts } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { executeRequestSchema, executeTrailerSchema } from './execute.ts';

// No connection is ever found, so a body that passes ends with connector_not_found and one that does not with malformed_request.
const executor = new Executor({
  controlPlane: { connections: { used: () => null }, audit: { moment: () => ({}), record: () => {} } },
} as unknown as ExecutorParts);

async function coreAccepts(body: unknown): Promise<boolean> {
  const principal = {
    kind: 'token',
    tokenId: 'token',
    workspaceId: 'workspace',
    policy: {},
    workspaceLimits: {},
    expiresAt: null,
  };
  const request = { principal, connectionId: 'none', requestId: 'test', body };
  try {
    await executor.execute(request as unknown as Parameters<Executor['execute']>[0]);
  } catch (error) {
    if (GatewayError.is(error, 'connector_not_found')) return true;
    if (GatewayError.is(error, 'malformed_request')) return false;
    throw error;
  }
  throw new Error('a connection was found');
}

const path = fc.constantFrom('id', 'owner.login', 'x'.repeat(200));

const correct = fc.record(
  {
    entity: fc.string({ maxLength: 100 }),
    action: fc.constantFrom('list', '', 'x'.repeat(100)),
    params: fc.option(fc.dictionary(fc.constantFrom('limit', 'id'), fc.jsonValue())),
    select_fields: fc.option(fc.array(path, { maxLength: 200 })),
    exclude_fields: fc.option(fc.array(path, { maxLength: 3 })),
    dry_run: fc.boolean(),
    intent: fc.option(fc.string({ maxLength: 512 })),
    skip_truncation: fc.option(fc.boolean()),
  },
  { requiredKeys: ['entity', 'action'] },
);

const members = fc.constantFrom(
  ...['entity', 'action', 'params', 'select_fields', 'exclude_fields', 'dry_run', 'intent', 'skip_truncation', 'parms'],
);

const anything = fc.constantFrom<unknown[]>(
  ...[null, true, 7, '', 'x'.repeat(101), 'x'.repeat(513), {}, [], [''], [7], ['x'.repeat(201)]],
  Array.from({ length: 201 }, () => 'id'),
);

const bodies = fc.oneof(
  { weight: 1, arbitrary: anything },
  { weight: 5, arbitrary: correct },
  {
    weight: 20,
    arbitrary: fc.tuple(correct, members, anything).map(([body, name, value]) => ({ ...body, [name]: value })),
  },
);

describe('the execute request', () => {
  it('is what the core accepts', async () => {
    const seen = { accepted: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const accepted = executeRequestSchema.safeParse(body).success;
        seen[accepted ? 'accepted' : 'refused']++;
        expect(accepted).toBe(await coreAccepts(body));
      }),
      { numRuns: 2_000 },
    );
    expect(seen.accepted).toBeGreaterThan(300);
    expect(seen.refused).toBeGreaterThan(300);
  });

  it('takes dotted paths only', () => {
    const withPath = (path: string) =>
      executeRequestSchema.safeParse({ entity: 'users', action: 'list', select_fields: [path] }).success;
    expect(withPath('owner.login')).toBe(true);
    for (const path of ['', '.', 'owner.', '.login', 'owner..login']) expect(withPath(path)).toBe(false);
  });
});

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
