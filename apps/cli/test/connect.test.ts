import { afterEach, expect, it } from 'vitest';
import { type StubGateway, type StubRequest, startStubGateway } from './stub-gateway.ts';
import { runInTest, type Surroundings } from './test-terminal.ts';

const url = 'http://127.0.0.1:1/connect/secret-of-the-link';
const created = { id: 'link-1', url, expires_at: '2026-11-23T13:00:00.000Z' };
const connection = { id: 'connection-1', name: 'shop', connector: 'stripe', vendor: 'Stripe', settings: {} };
const linkOf = (state: string, lastProblem: string | null = null) => ({
  id: 'link-1',
  state,
  connections: state === 'connected' ? ['connection-1'] : [],
  last_problem: lastProblem,
});

let gateway: StubGateway;
afterEach(() => gateway.close());

/** A gateway whose link has these states, one after the other. */
async function start(...states: readonly object[]): Promise<void> {
  const left = [...states];
  const responses = ({ method, path }: StubRequest): object => {
    if (method === 'POST') return created;
    if (path.includes('/connect-links/')) return (left.length > 1 ? left.shift() : left[0]) ?? {};
    if (path.includes('/connectors/stripe')) return { settings: { properties: { pages: { type: 'integer' } } } };
    if (path.includes('/integrations/connectors')) return { data: [connection], meta: { next_cursor: null } };
    return connection;
  };
  gateway = await startStubGateway((request) => ({ status: 200, body: responses(request) }));
}

const connect = (commandArguments: readonly string[], surroundings: Surroundings = {}) =>
  runInTest(['connections', 'connect', '--workspace', 'demo', ...commandArguments], {
    isInteractive: true,
    ...surroundings,
    environment: { CONNECTORY_URL: gateway.url, CONNECTORY_TOKEN: 'token', ...surroundings.environment },
  });

const asked = () => gateway.requests.find(({ method }) => method === 'POST')?.body;

it('opens the link, waits, and prints what was connected', async () => {
  await start(linkOf('open'), linkOf('open', 'The person denied access.'), linkOf('connected'));
  const { code, out, shown, opened } = await connect(['stripe', '--name', 'shop', '--set', 'pages=3', '-a', 'oauth2']);
  expect(code).toBe(0);
  expect(asked()).toEqual({ connector: 'stripe', name: 'shop', settings: { pages: 3 }, authentication: 'oauth2' });
  expect(out).toContain(`Open this link to connect the account (until 2026-11-23 13:00 UTC):\n  ${url}\n`);
  expect(out).toMatch(/shop\s+connection-1\s+stripe\s+Stripe/);
  expect(opened).toEqual([url]);
  expect(shown).toEqual(['Waiting.', 'Waiting..\nThe last attempt failed: The person denied access.', 'Connected.']);
});

it('gives a program a line for the link and one for what was connected, and opens nothing', async () => {
  await start(linkOf('open'), linkOf('connected'));
  const { out, shown, opened } = await connect(['stripe'], { isInteractive: false });
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toEqual([created, { connections: [connection] }]);
  expect([shown, opened]).toEqual([[], []]);
});

it.each([
  [['stripe'], { CI: 'true' }],
  [['stripe', '--no-browser'], {}],
  [['stripe', '--no-wait'], {}],
])('opens no browser with %j %j', async (commandArguments, environment) => {
  await start(linkOf('connected'));
  const { code, opened } = await connect(commandArguments, { environment });
  expect([code, opened]).toEqual([0, []]);
});

it('connects a connection again, by its name', async () => {
  await start(linkOf('connected'));
  expect((await connect(['--connection', 'shop'])).code).toBe(0);
  expect(asked()).toEqual({ connector: 'stripe', connection_id: 'connection-1' });
});

it.each([
  ['expired', 'The link expired before it was used. The last attempt failed: The key is wrong.'],
  ['revoked', 'The link was canceled before it was used. The last attempt failed: The key is wrong.'],
])('fails for a link that is %s', async (state, message) => {
  await start(linkOf(state, 'The key is wrong.'));
  const { code, error } = await connect(['stripe']);
  expect(code).toBe(1);
  expect(error).toBe(`Error: ${message}\n`);
});

it.each([[[]], [['stripe', '--connection', 'shop']], [['--connection', 'shop', '--set', 'pages=3']]])(
  'refuses %j',
  async (commandArguments) => {
    await start(linkOf('open'));
    const { code } = await connect(commandArguments);
    expect(code).toBe(4);
    expect(asked()).toBeUndefined();
  },
);
