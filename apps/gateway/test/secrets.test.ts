import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Authentication } from '@connectory/connector-sdk/engine';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { broken } from './broken-connector.ts';
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts';
import {
  draftConnection,
  executePath,
  type Response,
  type RunningGateway,
  type SendOptions,
  startRunningGateway,
} from './running-gateway.ts';
import { credentialNeedles, found, type Needle, needlesOf } from './secret-needles.ts';

const connectors = [...fixtureConnectors, broken];
const canary = (name: string) => `canary-${name}+/=%"${randomBytes(12).toString('hex')}`;
const canaryAdminToken = `admin-${canary('admin').replaceAll(/[^\w-]/g, '.')}`;
const canarySecretKey = randomBytes(32).toString('base64');

let gateway: RunningGateway;
let upstream: RawUpstream;
const needles: Needle[] = [];
/** Connections whose upstream repeats what it was sent. */
const connected: string[] = [];
/** Everything the gateway answered, and everything it wrote to the outputs of the process. */
const seen: { readonly where: string; readonly text: string }[] = [];

/** The read that proves a credential, and the first get, write and download of a connector. */
function callsOf(id: string): readonly object[] {
  if (id === broken.id) {
    return [
      { entity: 'things', action: 'list' },
      { entity: 'things', action: 'get', params: { text: 'wire' } },
      { entity: 'things', action: 'update' },
    ];
  }
  const { check, entities } = connectors.find((connector) => connector.id === id) ?? broken;
  const firsts = (['get', 'create', 'download'] as const).flatMap((action) => {
    const entity = entities.find(({ actions }) => actions[action] !== undefined);
    return entity === undefined ? [] : [{ entity: entity.name, action }];
  });
  return [{ entity: check.entity, action: check.action }, ...firsts].map(({ entity, action }) => ({
    entity,
    action,
    params: gateway.sandbox.example(id, entity, action),
  }));
}

beforeAll(async () => {
  for (const stream of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      seen.push({ where: stream, text: String(chunk) });
      return true;
    });
  }
  gateway = await startRunningGateway({
    connectors,
    // The synchronizations that begin with each connection meet the same failures.
    configuration: { secretKey: canarySecretKey, mode: 'hosted' },
    adminToken: canaryAdminToken,
  });
  upstream = await startRawUpstream();
  upstream.response((request, response) => void echo(request, response));
  needles.push(
    ...needlesOf('admin token', canaryAdminToken),
    ...needlesOf('token', gateway.token),
    ...needlesOf('secret key', canarySecretKey),
    { about: 'secret key (hex)', text: Buffer.from(canarySecretKey, 'base64').toString('hex') },
  );
});

afterAll(async () => {
  vi.restoreAllMocks();
  await upstream.stop();
  await gateway.stop();
});

async function send(method: string, path: string, options?: SendOptions): Promise<Response> {
  const reply = await gateway.send(method, path, options);
  const where = `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '…')} ${reply.status}`;
  seen.push({ where, text: `${JSON.stringify(reply.headers)}\n${reply.text}` });
  return reply;
}

const execute = (id: string, body: object, headers?: Record<string, string>) =>
  send('POST', executePath(id), { body, ...(headers && { headers }) });

const upstreams = () => ({ sandbox: gateway.sandbox, origin: gateway.sandboxOrigin });

const connections = '/api/v1/workspaces/test/connections';

/** Creates a connection without a check, with what the gateway answered to it among what was seen. */
async function connect(connector: string, name: string, authentication: string, credentials: object, baseUrl: string) {
  const settings = { ...draftConnection(connectors, upstreams(), connector).settings, base_url: baseUrl };
  const body = { connector, name, authentication, credentials, settings, check: false };
  const reply = await send('POST', connections, { body, token: canaryAdminToken });
  expect(reply.status, reply.text).toBe(201);
  return reply.json.id as string;
}

const alternatives = connectors.flatMap((connector) =>
  Object.entries(connector.upstream.authentication).map(
    ([name, authentication]) => [connector.id, name, authentication] as const,
  ),
);

describe('no secret gets out while calls', () => {
  it.each(alternatives)('of %s by %s succeed', async (connector, name, authentication) => {
    const credentials = gateway.sandbox.credentials(connector, name);
    needles.push(...credentialNeedles(`${connector} ${name}`, authentication, credentials));
    const baseUrl = gateway.sandbox.baseUrl(gateway.sandboxOrigin, connector);
    const id = await connect(connector, `good ${connector} ${name}`, name, credentials, baseUrl);
    for (const body of callsOf(connector)) {
      await execute(id, body);
      await execute(id, { ...body, dry_run: true });
      await execute(id, body, { accept: 'application/x-ndjson', 'idempotency-key': `key ${name}` });
    }
    await send('POST', `${connections}/${id}/check`);
    await send('GET', `${connections}/${id}`);
    for (const kind of ['invalid-json', 'connection-reset', 'failing-after', 'expired-token'] as const) {
      gateway.sandbox.behaviors.next(connector, { kind });
      await execute(id, callsOf(connector)[0] ?? {});
    }
  });

  it('fail in the words of a vendor that repeats what it was sent', async () => {
    await Promise.all(alternatives.map((alternative) => failInItsWords(...alternative)));
  });

  async function failInItsWords(connector: string, name: string, authentication: Authentication): Promise<void> {
    const credentials = Object.fromEntries(
      Object.keys(authentication.fields).map((field) => [field, headerSafe(canary(`${connector}-${field}`))]),
    );
    needles.push(...credentialNeedles(`echoed ${connector} ${name}`, authentication, credentials));
    // What stands in a successful record is data: it is passed on as it came.
    const failsWithin200 = connectors.find(({ id }) => id === connector)?.upstream.failure.when !== undefined;
    const statuses = [...(failsWithin200 ? [200] : []), 400, 401, 403, 404, 429, 500];
    const failWith = async (status: number) => {
      const baseUrl = `${upstream.origin}/${status}`;
      const id = await connect(connector, `echo ${connector} ${name} ${status}`, name, credentials, baseUrl);
      for (const body of callsOf(connector)) {
        await execute(id, body, { 'idempotency-key': `${status} ${name}` });
        await execute(id, body, { accept: 'application/x-ndjson' });
      }
      const settings = { ...draftConnection(connectors, upstreams(), connector).settings, base_url: baseUrl };
      const draft = { connector, name: `draft ${status}`, authentication: name, credentials, settings };
      await send('POST', connections, { body: draft });
      await send('PATCH', `${connections}/${id}`, { body: { authentication: name, credentials } });
      await send('POST', `${connections}/${id}/check`);
      await send('GET', `${connections}/${id}`);
      connected.push(id);
    };
    await Promise.all(statuses.map(failWith));
  }

  it('are refused because their credentials, tokens or bodies are wrong', async () => {
    const secret = canary('misplaced');
    needles.push(...needlesOf('misplaced secret', secret));
    const wrong = [
      { connector: 'ledger', credentials: { api_key: { value: secret } } },
      { connector: 'ledger', credentials: { api_key: [secret] } },
      { connector: 'ledger', credentials: secret },
      { connector: 'ledger', credentials: { token: secret } },
      { connector: 'help-centre', credentials: { api_token: secret } },
      { connector: 'ledger', credentials: { api_key: `${secret}\r\nX-Injected: yes` }, settings: {} },
    ];
    for (const body of wrong) expect((await send('POST', connections, { body })).status).toBeGreaterThanOrEqual(400);
    for (const authorization of [`Basic ${secret}`, `Bearer ${headerSafe(secret)}`, secret]) {
      const headers = { authorization: headerSafe(authorization) };
      await send('GET', '/api/v1/connectors', { headers, token: null });
    }
    await send('POST', connections, { body: `{"credentials":{"api_key":${JSON.stringify(secret)}` });
  });
});

describe('no secret is in', () => {
  const expectNone = (leaks: readonly string[]) => expect([...new Set(leaks)].slice(0, 20)).toEqual([]);
  const expectNothing = (where: string, text: string) => expectNone(found(needles, where, text));

  it('any response, nor on standard output or error', () => {
    expect(seen.length).toBeGreaterThan(200);
    expectNone(seen.flatMap(({ where, text }) => found(needles, where, text)));
  });

  it('the log at its most talkative', () => {
    expect(gateway.log()).toContain('"route"');
    expectNothing('the log', gateway.log());
  });

  it('the state of a synchronization', async () => {
    await vi.waitFor(
      async () => {
        let problems = 0;
        for (const id of connected) {
          const { text, json } = await gateway.send('GET', `${connections}/${id}/syncs`);
          expectNothing('the syncs', text);
          for (const { errors } of json.data) problems += errors.length;
        }
        expect(problems).toBeGreaterThan(10);
      },
      { interval: 1000 },
    );
  });

  it('the metrics', async () => {
    const { text } = await gateway.send('GET', '/metrics');
    expect(text).toContain('connectory_execute_errors_total');
    expectNothing('the metrics', text);
  });

  it('the audit', async () => {
    let path = '/api/v1/workspaces/test/audit?limit=100';
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { text, json } = await gateway.send('GET', path);
      expectNothing('the audit', text);
      cursor = json.meta.next_cursor;
      path = `/api/v1/workspaces/test/audit?limit=100&cursor=${cursor}`;
    }
  });

  it('what is documented', async () => {
    for (const path of ['/openapi.json', '/readyz', ...connectors.map(({ id }) => `/api/v1/connectors/${id}`)]) {
      expectNothing(path, (await gateway.send('GET', path)).text);
    }
  });

  it('any file of the data directory', async () => {
    // Audit entries are stored in batches; asking for them has stored all of them.
    const entries = await readdir(gateway.dataDirectory, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    expect(files).toContain(gateway.databaseFile);
    expect(files.filter((file) => file.includes('context-store')).length).toBeGreaterThan(10);
    for (const file of files) expectNothing(file, await contentOf(file));
  });
});

/** A copy that is closed meanwhile takes the files alongside it with it. */
async function contentOf(file: string): Promise<string> {
  return readFile(file, 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && /-(shm|wal|journal)$/.test(file)) return '';
    throw error;
  });
}

/** Without what a header cannot carry. */
const headerSafe = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '-');

/** Fails with the status the path begins with, and repeats everything it was sent in the places where vendors put their words. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const status = Number(/^\/(\d+)/.exec(request.url ?? '')?.[1]);
  const { authorization = '' } = request.headers;
  const basic = /^Basic (.+)$/.exec(authorization)?.[1];
  const pair = basic === undefined ? '' : Buffer.from(basic, 'base64').toString();
  const secret = pair.split(':').find((part) => part.startsWith('canary')) ?? authorization.replace('Bearer ', '');
  const parts = [
    authorization,
    request.headers['x-api-key'],
    pair,
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.concat(chunks).toString(),
  ];
  const words = `Refused: ${parts.join(' ; ')}`;
  const failure = { message: words, code: words, type: words, description: words, title: words };
  const body = {
    ...failure,
    success: false,
    error: failure,
    errors: [failure],
    errorInfo: { ...failure, requestId: words },
    details: { base: [failure] },
    error_description: words,
  };
  const header = headerSafe(words).slice(0, 2000);
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': header,
    'x-repository-host-request-id': header,
    'x-help-centre-request-id': header,
    ...(status === 429 && { 'retry-after': '30' }),
  });
  response.end(JSON.stringify(body));
}
