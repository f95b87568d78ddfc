import { configurationVariables } from '@connectory/gateway';
import { expect, it } from 'vitest';
import { runInTest } from './test-terminal.ts';

it('the help of serve names every variable of a gateway', async () => {
  const { out } = await runInTest(['serve', '--help']);
  for (const { name } of configurationVariables) expect(out).toContain(name);
});
