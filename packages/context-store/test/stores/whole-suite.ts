import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseSearch } from '../../src/query/parse-search.ts';
import { batchBytes, type ContextStore, type StoreScope, type WholeCopy } from '../../src/stores/context-store.ts';
import type { Fill } from './search-suite.ts';
import { field, tenTickets, ticket, tickets } from './tickets.ts';

/** Returns the lines of all batches. */
async function linesOf({ batches }: WholeCopy): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const { lines: bytes, count } of batches) {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    expect(text.endsWith('\n')).toBe(true);
    const added = text.slice(0, -1).split('\n');
    expect(added).toHaveLength(count);
    lines.push(...added);
  }
  return lines;
}

// Short records first: their length says nothing of those after them.
const fat = Array.from({ length: 300 }, (_, number) =>
  ticket(number, { subject: `${number} `.repeat(number < 270 ? 1 : 50_000) }),
);

/** How every store reads a whole copy. */
export function describeWholeReads(stores: () => readonly [ContextStore, ContextStore], filled: Fill): void {
  describe('all records', () => {
    const found = async (scope: StoreScope) =>
      (await stores()[0].search(scope, parseSearch({ query: {}, limit: 1000 }, scope.layout))).records;

    it('are those that a search returns, in the order of their keys', async () => {
      const scope = await filled();
      const head = await stores()[0].feedHead(scope.connectionId);
      const whole = await stores()[0].readAll(scope, async (copy) => ({ ...copy, lines: await linesOf(copy) }));
      expect(whole).toMatchObject({ checkpoint: { page: 1 }, head });
      expect(whole.lines).toEqual(await found(scope));
      expect(whole.lines).toHaveLength(10);
    });

    it('are none before the first page', async () => {
      const scope = { connectionId: randomUUID(), layout: tickets };
      for (const prepare of [false, true]) {
        if (prepare) await stores()[0].prepare(scope);
        const whole = await stores()[0].readAll(scope, async (copy) => ({ ...copy, lines: await linesOf(copy) }));
        expect(whole).toMatchObject({ checkpoint: null, head: { sequence: 0 }, lines: [] });
      }
    });

    it('are those of one state, whatever is written meanwhile', async () => {
      const scope = await filled(fat);
      const [store, other] = stores();
      const lines = await store.readAll(scope, async (copy) => {
        await other.apply(scope, { upserts: [ticket(3)], deletedKeys: ['k0004'], generation: 2, cause: 'write' });
        const batches: string[] = [];
        for await (const { lines: bytes } of copy.batches) {
          batches.push(new TextDecoder().decode(bytes));
          const page = { records: [ticket(1000 + batches.length)], generation: 2, checkpoint: { page: 2 } };
          await other.writePage(scope, page);
        }
        expect(copy.checkpoint).toEqual({ page: 1 });
        expect(batches.length).toBeGreaterThan(2);
        return batches.join('').split('\n').slice(0, -1);
      });
      expect(lines.map((line) => (JSON.parse(line) as { readonly id: number }).id)).toEqual(
        fat.map((_, number) => number),
      );
      expect((JSON.parse(lines[3] ?? '') as { readonly subject: string }).subject).toBe(fat[3]?.document.subject);
      expect((await found(scope)).length).toBeGreaterThan(300);
    });

    it('are read a batch at a time', async () => {
      const scope = await filled(fat);
      const sizes = await stores()[0].readAll(scope, async ({ batches }) => {
        const bytes: number[] = [];
        for await (const { lines } of batches) bytes.push(lines.length);
        return bytes;
      });
      const longest = Math.max(...fat.map(({ document }) => String(document.subject).length));
      expect(Math.max(...sizes)).toBeLessThan(batchBytes + 2 * longest);
      expect(sizes.length).toBeGreaterThan(1);
    });

    it('have the fields of the layout, also before it is prepared', async () => {
      const scope = await filled();
      const fields = [field('channel', 'string'), ...tickets.fields.filter(({ name }) => name !== 'status')];
      const after = { ...scope, layout: { ...tickets, fields } };
      const [first = ''] = await stores()[0].readAll(after, linesOf);
      expect(Object.keys(JSON.parse(first))).toEqual(fields.map(({ name }) => name));
    });

    it('are no longer read when the caller is gone, and the store goes on', async () => {
      const scope = await filled(fat);
      const gone = new AbortController();
      const reading = stores()[0].readAll(
        scope,
        async ({ batches }) => {
          for await (const _ of batches) gone.abort(new Error('gone'));
        },
        gone.signal,
      );
      await expect(reading).rejects.toThrow('gone');
      await expect(stores()[0].readAll(scope, linesOf, gone.signal)).rejects.toThrow('gone');
      await stores()[0].writePage(scope, { records: tenTickets, generation: 2, checkpoint: { page: 2 } });
      expect(await stores()[0].readAll(scope, linesOf)).toHaveLength(300);
    });

    it('give the error of whoever reads them', async () => {
      const scope = await filled();
      const reading = stores()[0].readAll(scope, async () => {
        throw new Error('the disk is full');
      });
      await expect(reading).rejects.toThrow('the disk is full');
    });

    it('of a connection that was dropped are gone', async () => {
      const scope = await filled();
      await stores()[0].dropConnection(scope.connectionId);
      expect(await stores()[0].readAll(scope, linesOf)).toEqual([]);
    });

    it('are refused for what is no connection', async () => {
      const scope = { connectionId: '../../etc/passwd', layout: tickets };
      await expect(stores()[0].readAll(scope, linesOf)).rejects.toThrow(/UUID/);
    });
  });
}
