import { createClient } from '@connectory/client';
import { type DemoProcess, startDemo } from '@connectory/gateway-process';
import { launchBrowser } from '@connectory/headless-browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareConsole } from '../../src/build/console-pages.ts';
import { type OpenedConsole, openConsole, signIn } from '../demo-console.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so the console is not opened in one: ${browser}`);

describe.skipIf(typeof browser === 'string')('the run page of every connector', () => {
  let demo: DemoProcess;
  let opened: OpenedConsole;
  let page: Page;

  beforeAll(async () => {
    await prepareConsole();
    demo = await startDemo();
    opened = await openConsole(browser as Browser, demo.url);
    page = await opened.open();
    await signIn(page, demo.token);
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await demo?.stop();
  });

  /** Changes the page as a link does, so that the session stays. */
  const follow = (path: string) => page.evaluate((url) => history.pushState(null, '', url), path);

  it('lists its actions, and shows the forms of its first and last action', async () => {
    const client = createClient({ url: demo.url, token: demo.token });
    const connections = await Array.fromAsync(client.workspace('demo').connections.list());
    expect(connections.length).toBe(demo.connections.size);
    for (const { id, connector } of connections) {
      const { entities } = await client.connectors.get(connector);
      await follow(`/console/demo/run/${id}`);
      const actions = page.getByRole('navigation', { name: 'Actions' });
      const places = entities.flatMap(({ name, actions: own }) => own.map(({ action }) => [name, action] as const));
      // The form of every action would take a minute and a half.
      const direct = places.filter(([, action]) => action !== 'context_store_search');
      for (const [entity, action] of [...direct.slice(0, 1), ...direct.slice(-1)]) {
        await actions.locator(`a[href$="/run/${id}/${entity}/${action}"]`).click();
        await page.getByRole('heading', { name: `${entity} ${action}`, exact: true }).waitFor();
        await page.getByRole('button', { name: 'Show request' }).waitFor();
      }
      expect(await actions.getByRole('link').count(), connector).toBe(places.length);
    }
    expect(opened.faults).toEqual([]);
  });
});
