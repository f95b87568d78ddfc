import { describe, expect, it } from 'vitest';
import { HeldResponses, ResponseMemory, type ResponseMemoryLimits } from './response-memory.ts';

const memory = (limits: Partial<ResponseMemoryLimits> = {}) =>
  new ResponseMemory({ perProcess: 100, perWorkspace: 60, maxWait: 60_000, ...limits });

/** A response that fills a part of the share of a workspace. */
function filled(all: ResponseMemory, workspace: string, bytes: number) {
  const response = all.hold(workspace);
  expect(response.grow(bytes)).toBe(true);
  return response;
}

describe('the memory for responses', () => {
  it('counts what responses hold until they release it', () => {
    const all = memory();
    const reply = filled(all, 'a', 10);
    expect(reply.grow(25)).toBe(true);
    expect(reply.grow(20)).toBe(true);
    expect(all.inUse()).toBe(25);
    reply.shrink(5);
    expect(all.inUse()).toBe(5);
    reply.release();
    reply.release();
    expect(all.inUse()).toBe(0);
  });

  it('makes a response wait whose workspace is at its limit, and no other one', async () => {
    const all = memory();
    const first = filled(all, 'a', 60);
    const waiting = all.hold('a');
    expect(waiting.grow(1)).toBe(false);
    const second = waiting.growLater(1);
    filled(all, 'b', 40);
    first.release();
    expect(await second).toBe(true);
    expect(all.inUse()).toBe(41);
  });

  it('serves the responses of a workspace in order, even if a later one would fit', async () => {
    const all = memory();
    const first = filled(all, 'a', 40);
    const order: string[] = [];
    const large = all
      .hold('a')
      .growLater(50)
      .then(() => order.push('large'));
    const small = all
      .hold('a')
      .growLater(10)
      .then(() => order.push('small'));
    first.release();
    await Promise.all([large, small]);
    expect(order).toEqual(['large', 'small']);
  });

  it('serves workspaces in turn', async () => {
    const all = memory({ perWorkspace: 100 });
    const first = filled(all, 'x', 100);
    const order: string[] = [];
    const responses = ['a1', 'a2', 'a3', 'b1'].map((name) => {
      const reply = all.hold(name.slice(0, 1));
      return reply.growLater(50).then(() => {
        order.push(name);
        reply.release();
      });
    });
    first.release();
    await Promise.all(responses);
    expect(order.indexOf('b1')).toBe(1);
  });

  it('refuses a response that finds no room in time, and serves the next one', async () => {
    const all = memory({ maxWait: 20 });
    filled(all, 'a', 40);
    const large = all.hold('a').growLater(30);
    const small = all.hold('a').growLater(20);
    expect(await large).toBe(false);
    expect(await small).toBe(true);
    expect(all.inUse()).toBe(60);
  });

  it('forgets a response that is released while it waits', async () => {
    const all = memory();
    const first = filled(all, 'a', 60);
    const reply = all.hold('a');
    const room = reply.growLater(10);
    reply.release();
    expect(await room).toBe(false);
    first.release();
    expect(all.inUse()).toBe(0);
  });
});

describe('responses that are being sent', () => {
  it('count until they are released, and not at all once their caller has gone', () => {
    const all = memory();
    const held = new HeldResponses();
    held.add(filled(all, 'a', 10));
    held.add(filled(all, 'a', 10));
    expect(all.inUse()).toBe(20);
    held.release();
    expect(all.inUse()).toBe(0);
    held.add(filled(all, 'a', 10));
    held.close();
    held.add(filled(all, 'a', 10));
    expect(all.inUse()).toBe(0);
  });
});
