import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { fixtureConnectors, installFixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInTest, type Surroundings } from './test-terminal.ts';

let upstreams: RunningSandbox;
let dataDirectory = '';
let installed = '';

beforeAll(async () => {
  upstreams = await startSandbox({ connectors: fixtureConnectors, sandboxes: fixtureSandboxes, recordsPerEntity: 25 });
  dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-direct-'));
  installed = await installFixtureConnectors(dataDirectory);
});

afterAll(async () => {
  await upstreams?.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});

/** Runs an action without a gateway, on an account of the simulated upstream whose credentials stand in the environment. */
function direct(request: Readonly<Record<string, unknown>>, options: string[] = [], surroundings: Surroundings = {}) {
  const { sandbox, origin } = upstreams;
  const connector = String(request.connector ?? request.name);
  const known = fixtureConnectors.some(({ id }) => id === connector);
  return runInTest(['execute', '--direct', ...options, JSON.stringify(request)], {
    ...surroundings,
    environment: {
      CONNECTORY_DATA_DIR: dataDirectory,
      CONNECTORY_TRUSTED_CONNECTORS: installed,
      CONNECTORY_EGRESS_ALLOW: new URL(origin).host,
      CONNECTORY_CREDENTIALS: known ? JSON.stringify(sandbox.credentials(connector)) : '{}',
      CONNECTORY_SETTINGS: known ? JSON.stringify({ base_url: sandbox.baseUrl(origin, connector) }) : '{}',
      ...surroundings.environment,
    },
  });
}

const list = { connector: 'ledger', entity: 'customers', action: 'list' };

describe('execute --direct', () => {
  it('returns as a gateway does', async () => {
    const { code, out, error } = await direct({ ...list, params: { limit: 2 }, select_fields: ['id', 'name'] });
    expect({ code, error }).toEqual({ code: 0, error: '' });
    const { data, meta } = JSON.parse(out) as { data: { id: string }[]; meta: object };
    expect(data).toHaveLength(2);
    expect(Object.keys(data[0] ?? {})).toEqual(['id', 'name']);
    expect(meta).toEqual({ has_more: true, next_params: { starting_after: data[1]?.id } });
  });

  it('returns the same where connectors are contained', async () => {
    const environment = { CONNECTORY_CONNECTORS: installed, CONNECTORY_TRUSTED_CONNECTORS: undefined };
    const { code, out } = await direct({ ...list, params: { limit: 2 } }, [], { environment });
    expect(code).toBe(0);
    expect(JSON.parse(out).data).toHaveLength(2);
  });

  it('takes the object that a gateway takes, with the name of the connector', async () => {
    const { connector: name, ...request } = list;
    expect((await direct({ workspace: 'demo', name, ...request })).code).toBe(0);
  });

  it('takes credentials and settings from the object, and prints them nowhere', async () => {
    const { sandbox, origin } = upstreams;
    const credentials = sandbox.credentials('ledger');
    const settings = { base_url: sandbox.baseUrl(origin, 'ledger') };
    const none = { environment: { CONNECTORY_CREDENTIALS: undefined, CONNECTORY_SETTINGS: undefined } };
    const ended = await direct({ ...list, credentials, settings }, [], none);
    expect(ended.code).toBe(0);
    const shown = await direct({ ...list, credentials, settings, dry_run: true }, [], none);
    expect(JSON.parse(shown.out)).toMatchObject({ data: { requests: [{ headers: { authorization: 'Bearer ***' } }] } });
    for (const secret of Object.values(credentials)) expect(ended.out + shown.out).not.toContain(secret);
  });

  it('follows pages', async () => {
    const { code, bytes } = await direct({ ...list, params: { limit: 10 } }, ['--all']);
    expect(code).toBe(0);
    expect(bytes.toString().trimEnd().split('\n')).toHaveLength(25);
  });

  it('writes and downloads', async () => {
    const created = await direct({ ...list, action: 'create', params: { name: 'Ada' } });
    expect(JSON.parse(created.out)).toMatchObject({ data: { name: 'Ada' }, meta: {} });
    const attachment = upstreams.sandbox.example('help-centre', 'attachments', 'download');
    const file = { connector: 'help-centre', entity: 'attachments', action: 'download', params: attachment };
    const { sandbox, origin } = upstreams;
    const settings = { subdomain: 'sandbox', base_url: sandbox.baseUrl(origin, 'help-centre') };
    const { refresh_token: _kept, ...credentials } = sandbox.credentials('help-centre');
    const { code, bytes, error } = await direct({ ...file, credentials, settings });
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(bytes.length).toBeGreaterThan(0);
  });

  it.each([
    ['an unknown parameter', { ...list, params: { limt: 1 } }, 4, 'invalid_params'],
    ['an unknown entity', { ...list, entity: 'customrs' }, 4, 'unknown_entity'],
    ['an unknown record', { ...list, action: 'get', params: { id: 'cus_none' } }, 3, 'record_not_found'],
    ['an unknown connector', { ...list, connector: 'legder' }, 3, 'connector_not_found'],
    ['no connector', { entity: 'customers', action: 'list' }, 4, 'malformed_request'],
    ['an unknown setting', { ...list, settings: { base_ulr: 'x' } }, 4, 'invalid_params'],
    ['refused credentials', { ...list, credentials: { api_key: 'sk_wrong' } }, 2, 'credential_rejected'],
    ['credentials of other fields', { ...list, credentials: { token: 'x' } }, 4, 'invalid_params'],
    ['credentials that are no texts', { ...list, credentials: { api_key: 1 } }, 4, 'malformed_request'],
    ['a search', { ...list, action: 'context_store_search', params: { query: {} } }, 1, 'hosted_mode_required'],
  ])('ends with the code of the problem: %s', async (_case, request, code, problem) => {
    const ended = await direct(request);
    expect(ended).toMatchObject({ code, out: '' });
    expect(JSON.parse(ended.error)).toMatchObject({ code: problem });
  });

  it('says which credentials are needed, and where to put them', async () => {
    const { code, error } = await direct(list, [], { environment: { CONNECTORY_CREDENTIALS: undefined } });
    expect(code).toBe(4);
    expect(error).toContain('CONNECTORY_CREDENTIALS');
    expect(error).toContain('api_key');
  });

  it('refuses a refresh token, which it could not keep', async () => {
    const credentials = { client_id: 'a', client_secret: 'b', access_token: 'c', refresh_token: 'canary' };
    const { code, error } = await direct({ ...list, connector: 'repository-host', credentials });
    expect(code).toBe(4);
    expect(error).toContain('refresh_token');
    expect(error).not.toContain('canary');
  });

  it('says which variable is wrong', async () => {
    const refused = await direct(list, [], { environment: { CONNECTORY_EGRESS_ALLOW: 'no/thing' } });
    expect(refused.code).toBe(4);
    const unknown = await direct(list, [], { environment: { CONNECTORY_CONNECTORS: '@example/none' } });
    expect(unknown.code).toBe(4);
    expect(unknown.error).toContain('@example/none');
  });
});
