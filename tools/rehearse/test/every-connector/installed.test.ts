import { expect, it } from 'vitest';
import { rehearseInstall } from '../../src/installed/rehearse-install.ts';
import { holds, renderVerdict } from '../../src/verdict.ts';

it('what is published runs in an empty folder without the repository, on the oldest Node.js and on the pinned one', async () => {
  const verdict = await rehearseInstall({ nodes: ['22.19', '24'], build: false }, () => {});
  expect(holds(verdict), renderVerdict(verdict)).toBe(true);
});
