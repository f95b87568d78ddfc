import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, refresh, registerClient } from './oauth-client.ts';
import { onwardsOf, PageBrowser } from './page-browser.ts';
import { type PeopleGateway, type SignInBrowser, startPeopleGateway } from './people-gateway.ts';
import { adminToken } from './running-gateway.ts';

let people: PeopleGateway;
beforeAll(async () => {
  people = await startPeopleGateway();
  await people.invite('ada@example.com', 'owner');
});
afterAll(() => people.stop());

/** A browser for pages, with the session of a signed-in person. */
function withSession({ cookies }: SignInBrowser): PageBrowser {
  const browser = new PageBrowser();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

async function granted(browser: PageBrowser) {
  const { gateway } = people;
  const client = await registerClient(gateway);
  const page = await browser.get(`${gateway.url}/oauth/authorize?${client.parameters()}`);
  const last = await browser.submit(page, { decision: 'allow', connection: 'ledger' });
  const { json } = await exchange(gateway, client, new URL(onwardsOf(last)).searchParams.get('code'));
  return { client, page, access: json };
}

const whoami = (token: string) => people.gateway.send('GET', '/api/v1/whoami', { token });

describe('a signed-in person', () => {
  it('signs in on the way, and comes back to the request of the client', async () => {
    const { gateway } = people;
    const client = await registerClient(gateway);
    const { text } = await new PageBrowser().get(`${gateway.url}/oauth/authorize?${client.parameters()}`);
    const [, signIn = ''] = /href="(\/auth\/sign-in\?return_to=[^"]+)"/.exec(text) ?? [];
    const browser = await people.signIn({ subject: 'ada', email: 'ada@example.com', name: 'Ada Marsh' });
    const arrival = await browser.open(signIn);
    expect(new URL(arrival.url).pathname).toBe('/oauth/authorize');
    expect(arrival.text).toContain('You decide as <strong>Ada Marsh</strong> in the workspace <strong>test</strong>');
  });

  it('lets an agent act, whose calls name both, and never more than the role allows today', async () => {
    const { gateway } = people;
    const browser = await people.signIn({ subject: 'ada', email: 'ada@example.com', name: 'Ada Marsh' });
    const { client, page, access } = await granted(withSession(browser));
    expect(page.text).toContain('Runs every action.');
    expect(page.text).not.toContain('Manages the workspace');
    const me = (await whoami(access.access_token)).json;
    expect(me).toMatchObject({
      kind: 'token',
      person: { name: 'Ada Marsh' },
      token: { policy: { connectors: ['ledger'] } },
    });
    const call = { entity: 'customers', action: 'list', params: { limit: 1 } };
    const done = await gateway.execute('ledger', call, { token: access.access_token });
    expect(done.json.meta.actor).toMatchObject({ person: { name: 'Ada Marsh' }, agent: 'Agent' });
    const { json: list } = await gateway.send('GET', '/api/v1/workspaces/test/tokens', { token: adminToken });
    const listed = list.data.find(({ id }: { id: string }) => id === me.token.id);
    expect(listed).toMatchObject({ name: 'Agent', agent: 'Agent', person: me.person });

    const member = `/api/v1/workspaces/test/members/${me.person.id}`;
    await gateway.send('PUT', member, { body: { role: 'reader' }, token: adminToken });
    expect((await whoami(access.access_token)).json.rights).toContain('Reads records; changes nothing.');
    await gateway.send('DELETE', member, { token: adminToken });
    expect((await whoami(access.access_token)).status).toBe(401);
    expect((await refresh(gateway, client, access.refresh_token)).json.error).toBe('invalid_grant');
  });

  it('keeps agents after signing out, and cannot be replaced by another person in the same browser', async () => {
    const { gateway } = people;
    for (const email of ['grace@example.com', 'lin@example.com']) await people.invite(email, 'member');
    const grace = await people.signIn({ subject: 'grace', email: 'grace@example.com', name: 'Grace' });
    const browser = withSession(grace);
    const { access } = await granted(browser);
    const client = await registerClient(gateway);
    const page = await browser.get(`${gateway.url}/oauth/authorize?${client.parameters()}`);
    await grace.send('POST', '/auth/sign-out');
    expect((await whoami(access.access_token)).status).toBe(200);
    const signedOut = await browser.submit(page, { decision: 'allow', connection: 'ledger' });
    expect([signedOut.status, onwardsOf(signedOut)]).toEqual([422, '']);
    const lin = await people.signIn({ subject: 'lin', email: 'lin@example.com', name: 'Lin' });
    for (const [name, value] of lin.cookies) browser.cookies.set(name, value);
    const replaced = await browser.submit(page, { decision: 'allow', connection: 'ledger' });
    expect([replaced.status, onwardsOf(replaced)]).toEqual([422, '']);
  });

  it('chooses among several workspaces, and only among those with a role', async () => {
    const { gateway } = people;
    for (const name of ['second', 'third'])
      await gateway.send('POST', '/api/v1/workspaces', { body: { name }, token: adminToken });
    const { members, workspaces } = gateway.gateway.controlPlane;
    const [second, third] = [await workspaces.find('second'), await workspaces.find('third')];
    if (second === null || third === null) throw new Error('no workspace');
    await people.invite('sam@example.com', 'member');
    await members.invite(second.id, 'sam@example.com', 'reader', undefined);
    const browser = withSession(await people.signIn({ subject: 'sam', email: 'sam@example.com', name: 'Sam' }));
    const client = await registerClient(gateway);
    const choice = await browser.get(`${gateway.url}/oauth/authorize?${client.parameters()}`);
    expect(choice.text).toContain('In which workspace?');
    expect(choice.text).not.toContain('third');
    const foreign = await browser.submit(choice, { workspace: third.id });
    expect([foreign.status, onwardsOf(foreign)]).toEqual([422, '']);
    const page = await browser.submit(choice, { workspace: second.id });
    expect(page.text).toContain('Reads records; changes nothing.');
    const last = await browser.submit(page, { decision: 'allow' });
    const { json } = await exchange(gateway, client, new URL(onwardsOf(last)).searchParams.get('code'));
    expect((await whoami(json.access_token)).json.workspace.name).toBe('second');
  });
});
