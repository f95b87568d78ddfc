import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts';
import { adminToken, type Response, type RunningGateway, startRunningGateway } from './running-gateway.ts';

const canary = 'sk_canary_4242424242';
const oauth = {
  client_id: 'app',
  client_secret: `${canary}_client`,
  refresh_token: `${canary}_refresh`,
  access_token: `${canary}_access`,
};

let gateway: RunningGateway;
let own: RawUpstream;
let thief: RawUpstream;
let stolen: string[] = [];
let names = 0;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

beforeEach(async () => {
  own = await startRawUpstream();
  thief = await startRawUpstream();
  stolen = [];
  thief.response(async (request, response) => {
    stolen.push(await textOf(request));
    response.setHeader('content-type', 'application/json').end('{"access_token":"new","data":[],"has_more":false}');
  });
  return async () => {
    await own.stop();
    await thief.stop();
  };
});

afterAll(() => gateway.stop());

async function textOf(request: IncomingMessage): Promise<string> {
  let text = `${request.url} ${JSON.stringify(request.headers)} `;
  for await (const chunk of request) text += chunk;
  return text;
}

const path = (id: string) => `/api/v1/workspaces/test/connections/${id}`;
const patch = (id: string, body: object, token = gateway.token) => gateway.send('PATCH', path(id), { body, token });
const ledger = () =>
  gateway.connect('ledger', `origin ${++names}`, {
    credentials: { api_key: canary },
    settings: { base_url: `${own.origin}/ledger` },
    check: false,
  });
const helpCentre = () =>
  gateway.connect('help-centre', `origin ${++names}`, {
    authentication: 'oauth2',
    credentials: oauth,
    settings: { subdomain: 'acme', base_url: own.origin },
    check: false,
  });

async function settingsOf(id: string): Promise<Readonly<Record<string, unknown>>> {
  return (await gateway.send('GET', path(id))).json.settings;
}

function expectCredentialsWanted(reply: Response): void {
  const { errors } = expectProblem(reply, 'invalid_params');
  expect(errors).toMatchObject([{ field: '/credentials', error_code: 'required' }]);
}

/** Calls that would bring stored credentials to wherever the settings lead. */
async function useAll(id: string, connector: 'ledger' | 'help-centre'): Promise<void> {
  const entity = connector === 'ledger' ? 'customers' : 'tickets';
  await gateway.execute(id, { entity, action: 'list', params: {} });
  await gateway.send('POST', `${path(id)}/check`);
}

describe('settings that lead to another origin', () => {
  const remote: readonly [string, () => string][] = [
    ['another port', () => thief.origin],
    ['a path there', () => `${thief.origin}/ledger`],
    ['the old origin as user name', () => thief.origin.replace('//', `//${new URL(own.origin).host}@`)],
    ['the old origin as path', () => `${thief.origin}/${own.origin}`],
    ['another protocol', () => own.origin.replace('http:', 'https:')],
    ['another name of the same host', () => own.origin.replace('127.0.0.1', 'localhost')],
    ['a port in front of user information', () => `http://${new URL(own.origin).host.replace(':', '%3a')}@127.0.0.1:1`],
  ];

  it.each(remote)('need all credentials again: %s', async (_name, origin) => {
    const id = await ledger();
    const before = await settingsOf(id);
    for (const token of [gateway.token, adminToken]) {
      for (const check of [true, false]) {
        expectCredentialsWanted(await patch(id, { settings: { base_url: origin() }, check }, token));
      }
    }
    await useAll(id, 'ledger');
    expect(await settingsOf(id)).toEqual(before);
    expect(stolen).toEqual([]);
    expect(own.count).toBeGreaterThan(0);
  });

  it('need them where a setting stands in the host, and where the override of the origin goes or comes', async () => {
    const own = { credentials: oauth, authentication: 'oauth2', check: false };
    const id = await gateway.connect('help-centre', `origin ${++names}`, { ...own, settings: { subdomain: 'acme' } });
    await patch(id, { credentials: oauth, settings: { subdomain: 'acme' }, check: false });
    expect(await settingsOf(id)).toEqual({ subdomain: 'acme' });
    expectCredentialsWanted(await patch(id, { settings: { subdomain: 'evil' }, check: false }));
    expectCredentialsWanted(await patch(id, { settings: { subdomain: 'acme', base_url: thief.origin }, check: false }));
    const overridden = await helpCentre();
    expectCredentialsWanted(await patch(overridden, { settings: { subdomain: 'acme' }, check: false }));
  });

  it('bring neither refresh token nor client secret to a token endpoint there', async () => {
    const id = await helpCentre();
    for (const check of [true, false]) {
      expectCredentialsWanted(await patch(id, { settings: { subdomain: 'acme', base_url: thief.origin }, check }));
    }
    own.response((_request, response) => response.writeHead(401).end('{}'));
    await useAll(id, 'help-centre');
    expect(stolen).toEqual([]);
  });

  it('are accepted with credentials, and nothing that was stored before goes there', async () => {
    const id = await helpCentre();
    const settings = { subdomain: 'acme', base_url: thief.origin };
    const partly = { access_token: 'mine' };
    expect((await patch(id, { settings, credentials: partly, check: false })).status).toBe(200);
    thief.response(async (request, response) => {
      stolen.push(await textOf(request));
      response.writeHead(401).end('{}');
    });
    await useAll(id, 'help-centre');
    expect(stolen.length).toBeGreaterThan(0);
    expect(stolen.join()).toContain('Bearer mine');
    expect(stolen.join()).not.toContain(canary);
  });

  it('are refused with some of the credentials only', async () => {
    const id = await gateway.connect('help-centre', `origin ${++names}`, {
      authentication: 'api_token',
      credentials: { email: 'a@example.org', api_token: canary },
      settings: { subdomain: 'acme', base_url: own.origin },
      check: false,
    });
    const settings = { subdomain: 'acme', base_url: thief.origin };
    const credentials = { email: 'a@example.org' };
    expectProblem(await patch(id, { settings, credentials, check: false }), 'invalid_params');
    await useAll(id, 'help-centre');
    expect(stolen).toEqual([]);
  });
});

describe('settings that lead to the same origin', () => {
  it.each<[string, () => string]>([
    ['another path', () => `${own.origin}/v2/ledger`],
    ['other letters', () => own.origin.toUpperCase()],
    ['user information', () => own.origin.replace('//', '//somebody@')],
  ])('need no credentials: %s', async (_name, origin) => {
    const id = await ledger();
    expect((await patch(id, { settings: { base_url: origin() }, check: false })).status).toBe(200);
    expect(await settingsOf(id)).toEqual({ base_url: origin() });
  });
});

it('a redirect to another origin takes no credentials along', async () => {
  const id = await ledger();
  own.response((_request, response) => response.writeHead(302, { location: `${thief.origin}/stolen` }).end());
  await useAll(id, 'ledger');
  expect(own.count).toBeGreaterThan(0);
  expect(stolen).toEqual([]);
});

it('a connection made again under another name has no credentials of the first one', async () => {
  const id = await ledger();
  const body = { connector: 'ledger', name: `origin ${++names}`, settings: { base_url: thief.origin }, check: false };
  const connections = '/api/v1/workspaces/test/connections';
  expectProblem(await gateway.send('POST', connections, { body }), 'invalid_params');
  expect((await gateway.send('DELETE', path(id))).status).toBe(200);
  expectProblem(await gateway.send('POST', connections, { body: { ...body, credentials: {} } }), 'invalid_params');
  expect(stolen).toEqual([]);
});
