import { launchBrowser } from '@connectory/test-support/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, keptBy, twoViews } from './demo-console.ts';
import { auditEntry } from './foreign-responses.ts';
import { startTestConsole, type TestConsole } from './test-console.ts';

const browser = await launchBrowser();
if (typeof browser === 'string') console.warn(`No browser, so the console is not opened in one: ${browser}`);

describe.skipIf(typeof browser === 'string')('the page for agents', () => {
  let tested: TestConsole;

  beforeAll(async () => {
    tested = await startTestConsole(browser as Browser);
  });

  afterAll(() => tested?.stop());

  it('creates a token that only reads and expires, and puts it into the settings of each client', async () => {
    const page = await tested.open('/console/acme/agents');
    await page.getByText('No agent has called yet').waitFor();
    await expectAccessible(page, twoViews);
    await page.getByRole('button', { name: 'Create a read-only token' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Token created').waitFor();
    await expectAccessible(page, twoViews);
    const token = (await page.getByText(/^cty_[\w-]{20,}$/).textContent()) ?? '';
    const { origin } = new URL(page.url());
    const texts = {
      'Claude Code': `claude mcp add --transport http connectory ${origin}/mcp --header "Authorization: Bearer ${token}"`,
      Codex: `export CONNECTORY_TOKEN=${token}`,
      Cursor: `"Authorization": "Bearer ${token}"`,
      'VS Code': '{input:connectory-token}"',
      'Claude Desktop': `"CONNECTORY_TOKEN": "${token}"`,
    };
    for (const [name, text] of Object.entries(texts)) {
      await page.getByRole('tab', { name }).click();
      expect(await page.getByRole('tabpanel', { name }).textContent()).toContain(text);
    }
    expect(await keptBy(page)).not.toContain(token);
    const made = (await Array.fromAsync(tested.admin.workspace('acme').tokens.list())).at(-1);
    expect(made).toMatchObject({ policy: { read_only: true }, expires_at: expect.stringMatching(/^20/) });
    await page.close();
  });

  it('shows what agents did, and leads to each call', async () => {
    const entry = auditEntry({ via: 'mcp', intent: 'find the refund' });
    const page = await tested.open('/console/acme/agents', { audit: [[entry]] });
    const row = page.getByRole('region', { name: 'Recent calls of agents' }).getByRole('row').nth(1);
    await row.getByText('find the refund').waitFor();
    await expectAccessible(page, twoViews);
    await row.getByRole('link').click();
    await page.waitForURL(`**/console/acme/audit/${entry.id}`);
    await page.getByRole('heading', { name: 'letters get', level: 1 }).waitFor();
    await page.close();
  });

  it('is not for tokens that may not manage the workspace', async () => {
    const page = await tested.open('/console/acme/agents', {}, tested.limited.token);
    await page.getByText('This token may not manage agents').waitFor();
    expect(tested.errors).toEqual([]);
    await page.close();
  });
});
