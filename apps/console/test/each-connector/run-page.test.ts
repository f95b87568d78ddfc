import { describeConnector } from '@connectory/connector-sdk/engine';
import { type ExampleGateway, startExampleGateway } from '@connectory/docs/demo-examples';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { builtInSandboxes } from '@connectory/gateway/built-in-sandboxes';
import { launchBrowser } from '@connectory/test-support/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedConsole, openConsole, requireBuiltConsole, signIn } from '../demo-console.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so the console is not opened in one: ${browser}`);

describe.skipIf(typeof browser === 'string')('the run page', () => {
  let gateway: ExampleGateway;
  let opened: OpenedConsole;
  let page: Page;

  beforeAll(async () => {
    requireBuiltConsole();
    gateway = await startExampleGateway(builtInConnectors, { sandboxes: builtInSandboxes, mode: 'direct' });
    opened = await openConsole(browser as Browser, gateway.url);
    page = await opened.open();
    await signIn(page, gateway.token);
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await gateway?.stop();
  });

  /** Changes the page as a link does, so that the session stays. */
  const follow = (path: string) => page.evaluate((url) => history.pushState(null, '', url), path);

  it.each(builtInConnectors.map((connector) => [connector.id, connector] as const))(
    'lists the actions of %s, and shows the forms of the first and the last',
    async (id, connector) => {
      const { entities } = describeConnector(connector);
      const path = `/console/${gateway.workspace}/run/${gateway.connections.get(id)}`;
      await follow(path);
      const actions = page.getByRole('navigation', { name: 'Actions' });
      const places = entities.flatMap(({ name, actions: own }) => own.map(({ action }) => [name, action] as const));
      // The form of every action would take a minute and a half.
      const direct = places.filter(([, action]) => action !== 'context_store_search');
      for (const [entity, action] of [...direct.slice(0, 1), ...direct.slice(-1)]) {
        await actions.locator(`a[href$="${path}/${entity}/${action}"]`).click();
        await page.getByRole('main').locator('code').getByText(`${entity} ${action}`, { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Show request' }).waitFor();
      }
      expect(await actions.getByRole('link').count()).toBe(places.length);
      expect(opened.errors).toEqual([]);
    },
  );
});
