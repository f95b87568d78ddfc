import { expect, it } from 'vitest';
import { confirm } from './confirm.ts';

const typing = (text: string) => ({ readLine: async () => text });

it.each(['y', 'Y', ' yes '])('"%s" confirms the removal', async (text) => {
  await confirm(typing(text), 'Remove it?', false);
});

it.each(['', 'n', 'no', 'yess'])('"%s" removes nothing', async (text) => {
  await expect(confirm(typing(text), 'Remove it?', false)).rejects.toThrow('Nothing was removed.');
});

it('without a terminal, --yes confirms and nothing else does', async () => {
  await confirm({ readLine: undefined }, 'Remove it?', true);
  await expect(confirm({ readLine: undefined }, 'Remove it?', false)).rejects.toThrow('Confirm with --yes.');
});
