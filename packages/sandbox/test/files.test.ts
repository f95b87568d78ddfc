import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../src/index.ts';
import { sendAction } from './send-action.ts';
import { toySandboxes } from './toys/sandboxes.ts';
import { shop } from './toys/shop.ts';

let running: RunningSandbox;
let url: string;
beforeAll(async () => {
  running = await startSandbox({ connectors: [shop], sandboxes: toySandboxes });
  const { body } = await sendAction(running, shop, 'attachments', 'get', { attachment_id: 103 });
  url = body.item.content_url;
});
afterAll(() => running.stop());

const range = (value: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { range: value, ...headers } });

describe('files', () => {
  it('are what their record says, and need no credentials', async () => {
    expect(url).toBe(`${running.origin}/shop/files/attachments/103`);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '200003',
      'accept-ranges': 'bytes',
      'content-disposition': expect.stringMatching(/^attachment; filename\*=UTF-8''.+/),
      etag: expect.stringMatching(/^"[\da-f-]+"$/),
    });
    const bytes = await response.bytes();
    expect(bytes).toHaveLength(200_003);
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true);
    const other = await (await fetch(url.replace('103', '104'))).bytes();
    expect(Buffer.from(other.subarray(0, 1000)).equals(bytes.subarray(0, 1000))).toBe(false);
  });

  it('give every range as the same bytes of the whole', async () => {
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    await fc.assert(
      fc.asyncProperty(fc.nat(200_002), fc.nat(150_000), async (start, length) => {
        const response = await range(`bytes=${start}-${start + length}`);
        const end = Math.min(start + length, 200_002);
        expect(response.status).toBe(206);
        expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/200003`);
        expect(Buffer.from(await response.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true);
      }),
      { numRuns: 25 },
    );
    const tail = await range('bytes=-10');
    expect(Buffer.from(await tail.arrayBuffer()).equals(whole.subarray(-10))).toBe(true);
    expect((await (await range('bytes=200000-')).bytes()).length).toBe(3);
  });

  it('refuse ranges outside, and send the whole for ranges they do not understand or that no longer hold', async () => {
    const outside = await range('bytes=200003-');
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */200003']);
    for (const value of ['bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2']) expect((await range(value)).status).toBe(200);
    expect((await range('bytes=0-1', { 'if-range': '"old"' })).status).toBe(200);
  });

  it('stream any size without holding it', async () => {
    const size = 1024 * 1024 * 1024;
    const before = process.memoryUsage().rss;
    const response = await fetch(`${url}?size=${size}`);
    expect(response.headers.get('content-length')).toBe(String(size));
    let received = 0;
    let most = 0;
    for await (const chunk of response.body ?? []) {
      received += chunk.length;
      most = Math.max(most, process.memoryUsage().rss - before);
    }
    expect(received).toBe(size);
    // What was read is garbage until it is collected, so some of it counts.
    expect(most).toBeLessThan(size / 2);
    expect((await fetch(`${url}?size=lots`)).status).toBe(400);
  });

  it('that are the response itself need credentials and a record', async () => {
    const { status, headers, text } = await sendAction(running, shop, 'reports', 'download', { number: 3 });
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Report%203");
    expect(text.length).toBeGreaterThan(0);
    expect((await fetch(`${running.origin}/shop/api/v2/reports/3/content`)).status).toBe(401);
    expect((await sendAction(running, shop, 'reports', 'download', { number: 99 })).status).toBe(404);
  });

  it('are not there without a record', async () => {
    expect((await fetch(`${running.origin}/shop/files/%E0%A4%A/x`)).status).toBe(400);
    for (const path of ['attachments/1', 'products/1', 'attachments', 'attachments/103/more']) {
      expect((await fetch(`${running.origin}/shop/files/${path}`)).status).toBe(404);
    }
  });

  it('break off when they are told to', async () => {
    running.sandbox.behaviors.next('shop', { kind: 'truncated-body' }, { match: { path: '/files/' } });
    const response = await fetch(url);
    expect(response.headers.get('content-length')).toBe('200003');
    await expect(response.bytes()).rejects.toThrow();
  });
});
