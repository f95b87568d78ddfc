import { expect, it } from 'vitest';
import { builtInConnectors, loadConnectors } from './connectors.ts';

it('loads a package by its name', async () => {
  const [payments] = await loadConnectors(['@connectory/connector-payments']);
  expect(payments).toBe(builtInConnectors.find(({ id }) => id === 'payments'));
});

it('names the package that is not installed', async () => {
  await expect(loadConnectors(['@example/no-such-connector'])).rejects.toThrow(
    'The connector package @example/no-such-connector could not be loaded. Install it beside the gateway.',
  );
});

it('refuses a package that exports no connector', async () => {
  await expect(loadConnectors(['@connectory/core'])).rejects.toThrow('@connectory/core exports no connector');
});
