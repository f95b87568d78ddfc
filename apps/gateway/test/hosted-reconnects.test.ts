import { afterAll, beforeAll, expect, it } from 'vitest';
import { found, startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { PageBrowser } from './page-browser.ts';
import type { RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startHostedGateway();
});
afterAll(() => gateway.stop());

it('a connection that is connected again keeps its copy, and goes on with it', async () => {
  await untilSynced(gateway, 'ledger', ['customers']);
  const records = await found(gateway, 'ledger', 'customers', {});
  expect(records.length).toBeGreaterThan(0);
  const id = gateway.connection('ledger');
  const { connections } = gateway.gateway.controlPlane;
  const workspace = await gateway.gateway.controlPlane.workspaces.find('test');
  if (workspace === null) throw new Error('the workspace is gone');
  await connections.report(workspace.id, id, { event: 'credentials_refused', reason: 'x', credentialsVersion: 1 });
  expect(await found(gateway, 'ledger', 'customers', {})).toEqual(records);
  const body = { connector: 'ledger', connection_id: id };
  const { json } = await gateway.send('POST', '/api/v1/workspaces/test/connect-links', { body });
  const browser = new PageBrowser();
  const credentials = Object.entries(gateway.sandbox.credentials('ledger')).map(([name, value]) => [
    `credentials.${name}`,
    value,
  ]);
  const done = await browser.submit(await browser.get(json.url), Object.fromEntries(credentials));
  expect(done.text).toContain('It works.');
  expect(await found(gateway, 'ledger', 'customers', {})).toEqual(records);
  expect(await connections.get(workspace.id, id, { fresh: true })).toMatchObject({
    id,
    name: 'ledger',
    state: 'active',
  });
  await untilSynced(gateway, 'ledger', ['customers']);
  expect(await found(gateway, 'ledger', 'customers', {})).toEqual(records);
});
