import { describe, expect, it } from 'vitest';
import { AnswerBytes, type AnswerBytesLimits, HeldAnswers } from './response-memory.ts';

const memory = (limits: Partial<AnswerBytesLimits> = {}) =>
  new AnswerBytes({ perProcess: 100, perWorkspace: 60, longestWait: 60_000, ...limits });

/** Fills what a workspace may have and gives what does so. */
function filled(all: AnswerBytes, workspace: string, bytes: number) {
  const answer = all.hold(workspace);
  expect(answer.grow(bytes)).toBe(true);
  return answer;
}

describe('the memory for answers', () => {
  it('counts what answers hold, until they give it back', () => {
    const all = memory();
    const answer = filled(all, 'a', 10);
    expect(answer.grow(25)).toBe(true);
    expect(answer.grow(20)).toBe(true);
    expect(all.inUse()).toBe(25);
    answer.shrink(5);
    expect(all.inUse()).toBe(5);
    answer.release();
    answer.release();
    expect(all.inUse()).toBe(0);
  });

  it('lets an answer wait that finds its workspace at its bound, and no other one', async () => {
    const all = memory();
    const first = filled(all, 'a', 60);
    const second = all.hold('a').grow(1);
    expect(second).toBeInstanceOf(Promise);
    filled(all, 'b', 40);
    first.release();
    expect(await second).toBe(true);
    expect(all.inUse()).toBe(41);
  });

  it('serves those of a workspace in order, also when a later one would fit', async () => {
    const all = memory();
    const first = filled(all, 'a', 40);
    const order: string[] = [];
    const large = Promise.resolve(all.hold('a').grow(50)).then(() => order.push('large'));
    const small = Promise.resolve(all.hold('a').grow(10)).then(() => order.push('small'));
    first.release();
    await Promise.all([large, small]);
    expect(order).toEqual(['large', 'small']);
  });

  it('serves workspaces in turn', async () => {
    const all = memory({ perWorkspace: 100 });
    const first = filled(all, 'x', 100);
    const order: string[] = [];
    const answers = ['a1', 'a2', 'a3', 'b1'].map((name) => {
      const answer = all.hold(name.slice(0, 1));
      return Promise.resolve(answer.grow(50)).then(() => {
        order.push(name);
        answer.release();
      });
    });
    first.release();
    await Promise.all(answers);
    expect(order.indexOf('b1')).toBe(1);
  });

  it('refuses what finds no room in time, and serves what stood behind it', async () => {
    const all = memory({ longestWait: 20 });
    filled(all, 'a', 40);
    const large = all.hold('a').grow(30);
    const small = all.hold('a').grow(20);
    expect(await large).toBe(false);
    expect(await small).toBe(true);
    expect(all.inUse()).toBe(60);
  });

  it('forgets an answer that gives up while it waits', async () => {
    const all = memory();
    const first = filled(all, 'a', 60);
    const answer = all.hold('a');
    const room = answer.grow(10);
    answer.release();
    expect(await room).toBe(false);
    first.release();
    expect(all.inUse()).toBe(0);
  });
});

describe('answers that are being sent', () => {
  it('count until they are released, and not at all once nobody waits', () => {
    const all = memory();
    const held = new HeldAnswers();
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
