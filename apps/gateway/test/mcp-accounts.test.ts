import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectClient, newestRevision } from './mcp-client.ts';
import { PageBrowser } from './page-browser.ts';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});
afterAll(() => gateway.stop());

/** Connects the account in a browser, as the owner of the link does. */
async function connectAt(url: string): Promise<void> {
  const browser = new PageBrowser();
  const credentials = Object.entries(gateway.sandbox.credentials('ledger'));
  const fields = Object.fromEntries(credentials.map(([name, value]) => [`credentials.${name}`, value]));
  expect((await browser.submit(await browser.get(url), fields)).text).toContain('It works.');
}

it('an agent gets a link for the user, and learns that they have connected the account again', async () => {
  const client = await connectClient(gateway);
  const made = JSON.parse((await client.call('connect_account', { connection: 'ledger' })).text);
  expect(made).toMatchObject({ url: expect.stringContaining(`${gateway.url}/connect/`), link: expect.any(String) });
  await connectAt(made.url);
  const { text, isError } = await client.call('connect_account', { link: made.link });
  expect(isError, text).toBe(false);
  expect(JSON.parse(text)).toMatchObject({ state: 'connected', connector: 'ledger', connections: ['ledger'] });
  await client.close();
  const audit = await gateway.send('GET', '/api/v1/workspaces/test/audit?entity=connect-links');
  expect(audit.json.data).toMatchObject([{ action: 'create', via: 'mcp', outcome: 201, subject_id: made.link }]);
});

it('a call of the newest revision continues when the user has been to the page', async () => {
  const visits: string[] = [];
  const client = await connectClient(gateway, {
    revision: newestRevision,
    response: async (_message, _withdrawn, url = '') => {
      visits.push(url);
      await connectAt(url);
      return { action: 'accept' };
    },
  });
  const { text, isError } = await client.call('connect_account', { connection: 'ledger' });
  expect(isError, text).toBe(false);
  expect(JSON.parse(text)).toMatchObject({ state: 'connected', connections: ['ledger'] });
  expect(visits).toEqual([expect.stringContaining('/connect/')]);
  await client.close();
});

it('a token that may not manage gets no link, reads none, and learns who can connect', async () => {
  const owner = await connectClient(gateway);
  const { link } = JSON.parse((await owner.call('connect_account', { connection: 'ledger' })).text);
  const client = await connectClient(gateway, { token: await gateway.tokenWith({}) });
  for (const input of [{ connection: 'ledger' }, { connector: 'ledger', name: 'mine' }, { link }]) {
    const { text, isError } = await client.call('connect_account', input);
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining(`who may manage the workspace can, at ${gateway.url}/console/test/connect`),
    });
  }
  await client.close();
  await owner.close();
});

it.each([
  [{}, 'invalid_params'],
  [{ connector: 'ledgr' }, 'connector_not_found'],
  [{ connector: 'ledger' }, 'conflict'],
  [{ connector: 'ledger', name: 'two\nlines' }, 'invalid_params'],
  [{ connection: 'none' }, 'connector_not_found'],
  [{ link: 'none' }, 'not_found'],
])('a call with %j is refused with %s', async (input, code) => {
  const client = await connectClient(gateway);
  const { text, isError } = await client.call('connect_account', input);
  expect(isError).toBe(true);
  expect(JSON.parse(text)).toMatchObject({ code });
  await client.close();
});
