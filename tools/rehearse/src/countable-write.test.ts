import { expect, it } from 'vitest';
import { writeUntilSettled } from './countable-write.ts';
import type { GatewayResponse } from './gateway.ts';

const response = (status: number, json?: object): GatewayResponse => ({ status, headers: {}, text: '', json });

async function outcomeAfter(...responses: readonly GatewayResponse[]) {
  const { outcome, sent } = await writeUntilSettled(
    async (attempt) => responses[attempt - 1] as GatewayResponse,
    10_000,
  );
  return `${outcome} after ${sent}`;
}

it('a keyed write is repeated until a response is final', async () => {
  expect(await outcomeAfter(response(200))).toBe('done after 1');
  expect(await outcomeAfter(response(0), response(502, { retryable: true, outcome: 'unknown' }), response(200))).toBe(
    'done after 3',
  );
  expect(
    await outcomeAfter(response(409, { retryable: true }), response(409, { retryable: false, outcome: 'unknown' })),
  ).toBe('unknown after 2');
  expect(await outcomeAfter(response(422, { retryable: false }))).toBe('refused after 1');
});

it('a keyed write without a final response in time is unsettled', async () => {
  const { outcome } = await writeUntilSettled(async () => response(503, { retryable: true }), 0);
  expect(outcome).toBe('unsettled');
});
