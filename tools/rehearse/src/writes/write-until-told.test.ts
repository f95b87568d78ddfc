import { expect, it } from 'vitest';
import type { Answer } from '../gateway/gateway-client.ts';
import { writeUntilTold } from './write-until-told.ts';

const answer = (status: number, json?: object): Answer => ({ status, headers: {}, text: '', json });

async function toldAfter(...answers: readonly Answer[]) {
  const { told, sent } = await writeUntilTold(async (attempt) => answers[attempt - 1] as Answer, 10_000);
  return `${told} after ${sent}`;
}

it('repeats until an answer is the last word', async () => {
  expect(await toldAfter(answer(200))).toBe('done after 1');
  expect(await toldAfter(answer(0), answer(502, { retryable: true, outcome: 'unknown' }), answer(200))).toBe(
    'done after 3',
  );
  expect(await toldAfter(answer(409, { retryable: true }), answer(409, { retryable: false, outcome: 'unknown' }))).toBe(
    'unknown after 2',
  );
  expect(await toldAfter(answer(422, { retryable: false }))).toBe('refused after 1');
});

it('gives up when its patience is over', async () => {
  const { told } = await writeUntilTold(async () => answer(503, { retryable: true }), 0);
  expect(told).toBe('untold');
});
