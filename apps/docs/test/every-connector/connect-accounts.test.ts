import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { launchBrowser } from '@connectory/test-support/browser';
import { type DemoProcess, startDemo } from '@connectory/test-support/gateway-process';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../../src/repository.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`Skipped, no account is connected in a browser: ${browser}`);

interface Connection {
  readonly id: string;
  readonly name: string;
  readonly connector: string;
}

describe.skipIf(typeof browser === 'string')('the links that the demo prints', () => {
  let demo: DemoProcess;
  let context: BrowserContext;
  const errors: string[] = [];

  beforeAll(async () => {
    demo = await startDemo({ CONNECTORY_MODE: 'direct' });
    context = await (browser as Browser).newContext();
    // The machine may be busy.
    context.setDefaultTimeout(120_000);
    // Some versions of the browser ask each server for an icon, which the pages of the simulated vendors do not have.
    const isIcon = (url: string) => url.endsWith('/favicon.ico');
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !isIcon(message.location().url))
        errors.push(`${message.page()?.url()}: ${message.text()}`);
    });
    context.on('weberror', (error) => errors.push(String(error.error())));
    context.on('response', (response) => {
      if (response.status() >= 400 && !isIcon(response.url())) errors.push(`${response.url()}: ${response.status()}`);
    });
  });

  afterAll(async () => {
    if (typeof browser !== 'string') await browser.close();
    await demo?.stop();
  });

  const printed = () =>
    [...demo.output().matchAll(/^ {2}(\S.*)\n {2}(http:\/\/\S+\/connect\/\S+)$/gm)].map(([, label = '', url = '']) => ({
      label,
      url,
    }));
  const api = async (path: string, body?: object) => {
    const response = await fetch(`${demo.url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${demo.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const connections = async (): Promise<readonly Connection[]> =>
    (await api('/workspaces/demo/connections?limit=100')).body.data;
  const call = (connection: Connection) => {
    const { entity, action, params } = builtInConnectors.find(({ id }) => id === connection.connector)?.check ?? {};
    return api(`/integrations/connectors/${connection.id}/execute`, { entity, action, params });
  };
  /** The connections that were made while something was done. */
  const madeDuring = async (work: () => Promise<void>): Promise<readonly Connection[]> => {
    const before = new Set((await connections()).map(({ id }) => id));
    await work();
    return (await connections()).filter(({ id }) => !before.has(id));
  };

  const consent = async (page: Page): Promise<void> => {
    await page.getByRole('button').click();
    await page.getByRole('button', { name: 'Allow' }).click();
    const choice = page.locator('input[name=account]').first();
    const connected = page.getByText('It works.');
    await choice.or(connected).first().waitFor();
    if (await choice.isVisible()) {
      await choice.check();
      await page.getByRole('button').click();
    }
    await connected.waitFor();
  };

  let consented: Connection | undefined;

  it('connect an account by consent', async () => {
    const link = printed().find(({ label }) => label.endsWith(', by consent'));
    const made = await madeDuring(async () => {
      const page = await context.newPage();
      await page.goto(link?.url ?? '');
      await consent(page);
      await page.close();
    });
    expect(made).toHaveLength(1);
    [consented] = made;
    expect((await call(consented as Connection)).status).toBe(200);
    expect(errors).toEqual([]);
  });

  it('connect an account with a key', async () => {
    const link = printed().find(({ label }) => label.includes(', with the key '));
    const made = await madeDuring(async () => {
      const page = await context.newPage();
      await page.goto(link?.url ?? '');
      await page.locator('input[type=password]').fill(link?.label.split(', with the key ')[1] ?? '');
      await page.getByRole('button').click();
      await page.getByText('It works.').waitFor();
      await page.close();
    });
    expect(made).toHaveLength(1);
    expect((await call(made[0] as Connection)).status).toBe(200);
    expect(errors).toEqual([]);
  });

  it('work once', async () => {
    for (const { url } of printed()) expect((await fetch(url)).status).toBe(410);
  });

  it('are like those of the command, which waits until a connection is connected again', async () => {
    const { id, name } = consented as Connection;
    const made = await madeDuring(async () => {
      const command = spawn(
        process.execPath,
        [join(repository, 'apps/cli/src/main.ts'), 'connections', 'connect', '--connection', name],
        {
          env: { PATH: process.env.PATH, CONNECTORY_URL: demo.url, CONNECTORY_TOKEN: demo.token },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const ended = once(command, 'close');
      const lines = createInterface(command.stdout)[Symbol.asyncIterator]();
      const { url } = JSON.parse((await lines.next()).value ?? '{}') as { url: string };
      const page = await context.newPage();
      await page.goto(url);
      await consent(page);
      await page.close();
      expect(JSON.parse((await lines.next()).value ?? '{}')).toMatchObject({ connections: [{ id, name }] });
      expect((await ended)[0]).toBe(0);
    });
    expect(made).toEqual([]);
    expect((await call(consented as Connection)).status).toBe(200);
    expect(errors).toEqual([]);
  });
});
