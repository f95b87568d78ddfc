import { type AddressInfo, createServer } from 'node:net';
import type { Connector } from '@connectory/connector-sdk';
import type { Behavior, BehaviorMatch } from '@connectory/sandbox';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { type Response, type RunningGateway, startRunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway();
});

afterAll(() => gateway.stop());

afterEach(async () => {
  gateway.sandbox.behaviors.clear();
  expect((await gateway.send('GET', '/healthz')).status).toBe(200);
});

/** Runs a call while a vendor misbehaves, and gives its response and how many requests reached that upstream. */
async function during(
  connector: string,
  error: Behavior,
  times: number,
  match: BehaviorMatch,
  call: () => Promise<Response>,
): Promise<{ response: Response; sent: number }> {
  gateway.sandbox.behaviors.next(connector, error, { times, match });
  let response: Response | undefined;
  const arrived = await gateway.arrivalsDuring(async () => {
    response = await call();
  });
  if (response === undefined) throw new Error('the call gave no answer');
  return { response, sent: arrived.filter((request) => request.connector === connector).length };
}

const transient: readonly Behavior[] = [
  { kind: 'failing-before' },
  { kind: 'failing-after' },
  { kind: 'truncated-body', framing: 'content-length' },
  { kind: 'truncated-body', framing: 'chunked' },
  { kind: 'connection-reset' },
  { kind: 'invalid-json' },
  { kind: 'wrong-content-type' },
];
const named = transient.map(
  (error) => [`${error.kind} ${'framing' in error ? error.framing : ''}`.trim(), error] as const,
);

// The read that proves a credential is one that every connector has.
const readOf = ({ id, check: { entity, action } }: Connector) => ({
  entity,
  action,
  params: gateway.sandbox.example(id, entity, action),
});

describe('a read of every connector', () => {
  const eachRead = async (check: (connector: string, body: object) => Promise<void>): Promise<void> => {
    await Promise.all(fixtureConnectors.map((connector) => check(connector.id, readOf(connector))));
  };

  it.each(named)('survives %s', (_name, error) =>
    eachRead(async (connector, body) => {
      const { response, sent } = await during(connector, error, 1, {}, () => gateway.execute(connector, body));
      expect(response.status, response.text).toBe(200);
      expect(sent).toBe(2);
    }),
  );

  it.each(named)('that meets nothing but %s is told so, and the next one works', (_name, error) =>
    eachRead(async (connector, body) => {
      const { response, sent } = await during(connector, error, 3, {}, () => gateway.execute(connector, body));
      const problem = expectProblem(response, 'upstream_unavailable');
      expect(problem.retryable).toBe(true);
      expect(problem.outcome).toBeUndefined();
      expect(sent).toBe(3);
      expect((await gateway.execute(connector, body)).status).toBe(200);
    }),
  );

  it('waits out a short rate limit', () =>
    eachRead(async (connector, body) => {
      const error = { kind: 'rate-limited', retryAfterSeconds: 1 } as const;
      const { response, sent } = await during(connector, error, 1, {}, () => gateway.execute(connector, body));
      expect(response.status, response.text).toBe(200);
      expect(sent).toBe(2);
    }));

  it('waits for a slow upstream', () =>
    eachRead(async (connector, body) => {
      const error = { kind: 'slow', milliseconds: 300 } as const;
      const { response, sent } = await during(connector, error, 1, {}, () => gateway.execute(connector, body));
      expect(response.status).toBe(200);
      expect(sent).toBe(1);
    }));

  it('finds nobody at a port where nothing listens', () =>
    eachRead(async (connector, body) => {
      const settings = { base_url: `http://127.0.0.1:${await closedPort()}` };
      const id = await gateway.connect(connector, `${connector} nowhere`, { settings, check: false });
      const problem = expectProblem(await gateway.execute(id, body), 'upstream_unavailable');
      expect(problem.message).toContain('ECONNREFUSED');
    }));
});

/** A port of 127.0.0.1 that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const listed = async (connector: string, entity: string, field: string, value: string, size: string) => {
  const { json } = await gateway.execute(connector, { entity, action: 'list', params: { [size]: 100 } });
  return json.data.filter((record: Record<string, unknown>) => record[field] === value).length;
};

describe('a write without a key of the vendor', () => {
  const create = (name: string) => ({ entity: 'users', action: 'create', params: { user: { name } } });
  const post = { method: 'POST' };

  it.each(named)('that meets %s is sent once, and its outcome unknown', async (name, error) => {
    const { response, sent } = await during('help-centre', error, 1, post, () =>
      gateway.execute('help-centre', create(name)),
    );
    const problem = expectProblem(response, 'upstream_unavailable');
    expect(problem).toMatchObject({ outcome: 'unknown', retryable: false });
    expect(sent).toBe(1);
    const wasDone = error.kind !== 'failing-before';
    expect(await listed('help-centre', 'users', 'name', name, 'per_page')).toBe(wasDone ? 1 : 0);
  });

  it('that is rate limited was not carried out', async () => {
    const error = { kind: 'rate-limited', retryAfterSeconds: 1 } as const;
    const call = () => gateway.execute('help-centre', create('Limited'));
    const { response, sent } = await during('help-centre', error, 1, post, call);
    const problem = expectProblem(response, 'upstream_rate_limited');
    expect(problem).toMatchObject({ retryable: true });
    expect(problem.outcome).toBeUndefined();
    expect(response.headers['retry-after']).toBe('1');
    expect(sent).toBe(1);
    expect(await listed('help-centre', 'users', 'name', 'Limited', 'per_page')).toBe(0);
  });

  it('that reached nobody was surely not carried out', async () => {
    const settings = { base_url: `http://127.0.0.1:${await closedPort()}` };
    const id = await gateway.connect('help-centre', 'write nowhere', { settings, check: false });
    const problem = expectProblem(await gateway.execute(id, create('Nobody')), 'upstream_unavailable');
    expect(problem.outcome).toBeUndefined();
    expect(problem.retryable).toBe(true);
  });
});

describe.each([
  ['ledger', { entity: 'customers', field: 'name', size: 'limit' }, (name: string) => ({ name })],
  [
    'help-centre',
    { entity: 'tickets', field: 'subject', size: 'per_page' },
    (subject: string) => ({ ticket: { subject, description: 'Please look.' } }),
  ],
])('a write that %s knows the key of', (connector, { entity, field, size }, params) => {
  it.each(named)('survives %s and is carried out once', async (name, error) => {
    const body = { entity, action: 'create', params: params(`key ${name}`) };
    const call = () => gateway.execute(connector, body);
    const { response, sent } = await during(connector, error, 1, { method: 'POST' }, call);
    // A 200 whose body cannot be read is not sent again: it says that the write was done.
    const wasDone = error.kind === 'invalid-json' || error.kind === 'wrong-content-type';
    if (wasDone) expect(expectProblem(response, 'upstream_unavailable').outcome).toBe('unknown');
    else expect(response.status, response.text).toBe(200);
    expect(sent).toBe(wasDone ? 1 : 2);
    expect(await listed(connector, entity, field, `key ${name}`, size)).toBe(1);
  });
});

const refreshed = fixtureConnectors.flatMap((connector) =>
  Object.entries(connector.upstream.authentication).flatMap(([name, { token }]) =>
    token?.grant === 'refresh_token' ? [[connector.id, name, connector] as const] : [],
  ),
);

describe.each(refreshed)('a connection of %s by %s', (connector, authentication, declared) => {
  // Refresh tokens are valid once, so every test starts with new ones.
  beforeEach(() => gateway.sandbox.reset());

  const isRenewal = ({ method, url }: { method: string; url: string }) => method === 'POST' && /token/.test(url);

  it('renews an expired token exactly once for twenty calls at the same time, again and again', async () => {
    const id = await gateway.connect(connector, `${connector} ${authentication}`, { authentication });
    for (let round = 1; round <= 3; round++) {
      gateway.sandbox.behaviors.next(connector, { kind: 'expired-token' });
      const arrived = await gateway.arrivalsDuring(async () => {
        const responses = await Promise.all(Array.from({ length: 20 }, () => gateway.execute(id, readOf(declared))));
        for (const { status, text } of responses) expect(status, text).toBe(200);
      });
      expect(arrived.filter(isRenewal)).toHaveLength(1);
    }
    const shown = await gateway.send('GET', `/api/v1/workspaces/test/connections/${id}`);
    expect(shown.json.state).toBe('active');
  });

  it('needs the account again when the refresh token is refused, and works again with new credentials', async () => {
    const credentials = { ...gateway.sandbox.credentials(connector, authentication), refresh_token: 'used up' };
    const id = await gateway.connect(connector, `${connector} ${authentication} lost`, { authentication, credentials });
    gateway.sandbox.behaviors.next(connector, { kind: 'expired-token' });
    expectProblem(await gateway.execute(id, readOf(declared)), 'reauthorization_required');
    const path = `/api/v1/workspaces/test/connections/${id}`;
    expect((await gateway.send('GET', path)).json.state).toBe('reauthorization_required');
    gateway.sandbox.reset();
    const fresh = { authentication, credentials: gateway.sandbox.credentials(connector, authentication) };
    expect((await gateway.send('PATCH', path, { body: fresh })).json.state).toBe('active');
    expect((await gateway.execute(id, readOf(declared))).status).toBe(200);
  });

  it('is not condemned by a token endpoint that fails for now', async () => {
    const credentials = gateway.sandbox.credentials(connector, authentication);
    const id = await gateway.connect(connector, `${connector} ${authentication} patient`, {
      authentication,
      credentials,
    });
    gateway.sandbox.behaviors.next(connector, { kind: 'expired-token' });
    gateway.sandbox.behaviors.next(connector, { kind: 'failing-before' }, { match: { method: 'POST' }, times: 3 });
    const failed = await gateway.execute(id, readOf(declared));
    expectProblem(failed, 'upstream_unavailable');
    gateway.sandbox.behaviors.clear();
    expect((await gateway.execute(id, readOf(declared))).status).toBe(200);
  });
});
