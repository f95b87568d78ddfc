import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@connectory/client';
import { startGatewayProcess } from '@connectory/test-support/gateway-process';
import type { Browser, Page } from 'playwright-core';
import { type OpenedConsole, openConsole, requireBuiltConsole, signIn } from './demo-console.ts';
import { foreignConnection, type MadeResponses, responseWith } from './foreign-responses.ts';

/** The path of an action of the made-up connection. */
export const actionAddress = (action: string) => `/console/acme/run/${foreignConnection.id}/letters/${action}`;

/** The address of its list. */
export const listAddress = actionAddress('list');

/** The admin token of every test gateway. */
export const adminToken = 'admin-token-of-the-console-tests';

/** The response of a list. */
export const responseOf = (records: readonly object[]) => ({ data: records, meta: { next_params: null } });

/** The console of a gateway with empty workspaces, one of them `acme`. */
export interface TestConsole {
  /** A client of the gateway with the admin token. */
  readonly admin: Client;
  /** The errors the browser reported. */
  readonly errors: OpenedConsole['errors'];
  /** A token of `acme` that may manage the workspace. */
  readonly token: string;
  /** A token of `acme` that may not manage the workspace. */
  readonly limited: { readonly id: string; readonly token: string };
  /** Opens a path, with the responses a test makes up, and signs in: with `token` by default. */
  open(path: string, made?: MadeResponses, as?: string): Promise<Page>;
  stop(): Promise<void>;
}

/** Starts it, with additional workspaces. */
export async function startTestConsole(browser: Browser, further: readonly string[] = []): Promise<TestConsole> {
  requireBuiltConsole();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-console-'));
  const gateway = await startGatewayProcess('main', {
    CONNECTORY_DATA_DIR: dataDirectory,
    CONNECTORY_ADMIN_TOKEN: adminToken,
  });
  const admin = createClient({ url: gateway.url, token: adminToken });
  for (const name of ['acme', ...further]) await admin.workspaces.create(name);
  const { tokens } = admin.workspace('acme');
  const { token } = await tokens.create({ name: 'console', policy: { manage: true } });
  const limited = await tokens.create({ name: 'limited', policy: { read_only: true } });
  const opened = await openConsole(browser, gateway.url);
  return {
    admin,
    errors: opened.errors,
    token,
    limited,
    open: async (path, made = {}, as = token) => {
      const page = await opened.open(path);
      await responseWith(page, made);
      await signIn(page, as);
      return page;
    },
    stop: async () => {
      await browser.close();
      await gateway.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Runs the action of a form, and waits for its response. */
export async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('region', { name: 'Response' }).waitFor();
}
