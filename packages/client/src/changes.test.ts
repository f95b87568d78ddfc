import { expect, it } from 'vitest';
import { createClient } from './create-client.ts';

const change = (sequence: number) => ({ sequence, cursor: `after-${sequence}`, type: 'added' });
const lines = (...values: unknown[]) =>
  values.map((value) => (value === '' ? '\n' : `${JSON.stringify(value)}\n`)).join('');
const problem = (code: string, retryable: boolean) => ({ code, status: 410, message: 'It ended.', retryable });

/** A body that ends, or breaks, after its text. */
function bodyOf(text: string, breaks: boolean): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    pull: (controller) => {
      if (!isSent) controller.enqueue(Buffer.from(text));
      else if (breaks) controller.error(new TypeError('terminated'));
      else controller.close();
      isSent = true;
    },
  });
}

/** Follows a gateway whose streams are the given ones, one after the other; gives what was followed and the cursors that were asked for. */
async function follow(streams: readonly { readonly text: string; readonly breaks?: true }[], wanted: number) {
  const asked: (string | null)[] = [];
  const left = [...streams];
  const client = createClient({
    url: 'http://gateway.example',
    token: 'cty_token',
    fetch: async (request) => {
      const cursor = new URL(request.url).searchParams.get('cursor');
      if (request.headers.get('accept') !== 'application/x-ndjson') {
        expect(cursor).toBe('now');
        return Response.json({ data: [], meta: { cursor: 'head', has_more: false } });
      }
      asked.push(cursor);
      const { text, breaks = false } = left.shift() ?? { text: '' };
      return new Response(bodyOf(text, breaks), { headers: { 'content-type': 'application/x-ndjson' } });
    },
  });
  const followed: number[] = [];
  for await (const { sequence } of client.workspace('demo').changes.follow('id', { entities: ['a', 'b'] })) {
    followed.push(sequence);
    if (followed.length === wanted) break;
  }
  return { followed, asked };
}

it('follows from the next change on, and goes on where a stream broke or ended', async () => {
  const streams = [
    { text: lines('', change(1), change(2)), breaks: true },
    { text: lines(change(3), { meta: { cursor: 'after-3', reason: 'time' } }) },
    { text: lines({ meta: { cursor: null, reason: 'error', error: problem('store_busy', true) } }) },
    { text: lines(change(4)) },
  ] as const;
  expect(await follow(streams, 4)).toEqual({
    followed: [1, 2, 3, 4],
    asked: ['head', 'after-2', 'after-3', 'after-3'],
  });
});

it('throws what waiting does not mend', async () => {
  const streams = [{ text: lines({ meta: { reason: 'error', error: problem('changes_expired', false) } }) }];
  await expect(follow(streams, 1)).rejects.toMatchObject({ code: 'changes_expired' });
});
