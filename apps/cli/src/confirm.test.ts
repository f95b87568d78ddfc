import { expect, it } from 'vitest';
import { confirm } from './confirm.ts';

const warning = 'This removes the shop.';
const typing = (text: string) => ({ readLine: async () => text });

it.each(['y', 'Y', ' yes '])('%j confirms a removal', async (text) => {
  await confirm(typing(text), { warning }, false);
});

it.each(['', 'n', 'yesterday'])('%j does not confirm a removal', async (text) => {
  await expect(confirm(typing(text), { warning }, false)).rejects.toThrow('Nothing has been changed.');
});

it('what cannot be made again is confirmed by its name only', async () => {
  await confirm(typing('shop'), { warning, typed: 'shop' }, false);
  await expect(confirm(typing('y'), { warning, typed: 'shop' }, false)).rejects.toThrow('Nothing has been changed.');
});

it('without a terminal, --yes confirms and nothing else does', async () => {
  await confirm({ readLine: undefined }, { warning }, true);
  await expect(confirm({ readLine: undefined }, { warning }, false)).rejects.toThrow(`${warning} Add --yes to confirm`);
});
