import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auth, type Connector, defineUpstream, type Entity } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { secretChecks } from '../src/checks/secrets.ts';
import type { ConformanceCheck } from '../src/conformance-check.ts';
import { conformanceChecks } from '../src/conformance-checks.ts';
import { testConnector } from '../src/index.ts';
import type { TestConnectorOptions } from '../src/test-connector-options.ts';
import { type ConnectionChanges, TestGateway } from '../src/test-gateway.ts';
import { brokenConnectors } from './broken-connectors.ts';
import { api, listParams, notebook, notebookUpstream } from './notebook.ts';

testConnector(notebook);

/** Runs the checks of one group up to the named one, as the suite does, and gives the message that one fails with. */
async function messageOf(connector: Connector, name: string, options: TestConnectorOptions = {}): Promise<string> {
  const checks = conformanceChecks(connector, options);
  const wanted = checks.find((check) => check.name === name);
  if (wanted === undefined) throw new Error(`no check is called ${name}`);
  if (wanted.group === 'manifest') return failureOf(wanted, undefined as unknown as TestGateway);
  const gateway = await TestGateway.open(connector, options);
  try {
    return await failureOf(wanted, gateway);
  } finally {
    await gateway.stop();
  }
}

async function failureOf(check: ConformanceCheck, gateway: TestGateway): Promise<string> {
  try {
    await check.run(gateway);
    return '';
  } catch (error) {
    if (error instanceof Error && error.name === 'Finding') return error.message;
    throw error;
  }
}

describe('a connector with', () => {
  it.each(brokenConnectors)('$fault fails "$check"', async ({ connector, check, says }) => {
    expect(await messageOf(connector, check)).toMatch(says);
  });
});

it('a connector no gateway accepts fails one check only, which says why', () => {
  const broken = { ...notebook, contract: 2 } as unknown as Connector;
  expect(conformanceChecks(broken, {}).map(({ name }) => name)).toEqual(['is accepted by a gateway']);
});

describe('a connector whose tokens come from a token endpoint', () => {
  const endpoint = { description: 'OAuth', tokenUrl: 'https://login.notebook.example/{api_version}/token' };
  it.each([
    ['a refresh token', auth.oauth2({ ...endpoint, authorizationUrl: 'https://login.notebook.example/authorize' })],
    ['client credentials', auth.clientCredentials({ ...endpoint, client: 'basic' })],
  ])('passes with %s', async (_how, oauth) => {
    const upstream = defineUpstream({ ...notebookUpstream, authentication: { oauth } });
    const connector = Object.freeze({ ...notebook, upstream });
    for (const group of ['failures', 'secrets', 'retries'] as const) {
      const gateway = await TestGateway.open(connector, {});
      try {
        for (const check of conformanceChecks(connector, {}).filter((one) => one.group === group)) {
          expect([check.name, await failureOf(check, gateway)]).toEqual([check.name, '']);
        }
      } finally {
        await gateway.stop();
      }
    }
  });
});

describe('an id of one digit', () => {
  it('is not taken for one that is missing', async () => {
    const [notes] = notebook.entities as [Entity];
    const few = { ...notes, sample: ({ index }: { index: number }) => ({ id: String(index % 10) }) };
    const connector = Object.freeze({ ...notebook, entities: [few] });
    expect(await messageOf(connector, 'notes get of what is not there is record_not_found')).toBe('');
  });
});

describe('a gateway that lets a secret out', () => {
  it.each(['its errors', 'its output'])('by %s is found out', async (where) => {
    const gateway = await TestGateway.open(notebook, {});
    let secret = '';
    const leaky = new Proxy(gateway, {
      get: (target, name) => {
        if (name === 'connect') {
          return (changes: ConnectionChanges) => {
            secret = changes.credentials?.api_key ?? secret;
            return target.connect(changes);
          };
        }
        if (name === 'check') {
          return async () => {
            if (where === 'its errors') return new Error(`refused ${secret}`);
            process.stderr.write(`refused ${secret}\n`);
            return undefined;
          };
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    try {
      const [check] = secretChecks(notebook);
      expect(check && (await failureOf(check, leaky))).toMatch(/the value of api_key appears in/);
    } finally {
      await gateway.stop();
    }
  });
});

describe("the vendor's description", () => {
  const request = (file: string) => `every request is one that ${file} describes`;
  const record = (file: string) => `every record declares what ${file} says is answered`;
  const simulated = (file: string) => `every simulated answer is one that ${file} describes`;
  const stale = () => 'every known deviation still occurs';
  const described = {
    size: 'limit',
    note: '{ id: { type: string }, text: { type: string }, author: { type: [string, "null"] }, created_at: { type: string } }',
  };
  const document = ({ size, note }: typeof described) => `
openapi: 3.1.0
info: { title: Notebook, version: '1' }
servers: [{ url: https://api.notebook.example/v1 }]
paths:
  /notes:
    get:
      parameters:
        - { name: ${size}, in: query, schema: { type: integer } }
        - { name: cursor, in: query, schema: { type: string } }
        - { name: since, in: query, schema: { type: string } }
      responses:
        '200':
          content:
            application/json:
              schema:
                type: object
                properties:
                  notes: { type: array, items: { $ref: '#/components/schemas/Note' } }
                  next_cursor: { type: [string, 'null'] }
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } } }
      responses: { '201': { $ref: '#/components/responses/one' } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { $ref: '#/components/responses/one' } } }
    delete: { responses: { '204': { description: gone } } }
    patch:
      requestBody: { content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } } }
      responses: { '200': { $ref: '#/components/responses/one' } }
components:
  responses:
    one:
      content:
        application/json:
          schema: { type: object, properties: { note: { $ref: '#/components/schemas/Note' } } }
  schemas:
    Note: { type: object, properties: ${note} }
`;
  const deviation = {
    part: 'record' as const,
    entity: 'notes',
    action: '*',
    kind: 'unknown_field' as const,
    where: '/answer/**/text',
    reason: 'it is new',
  };

  it('is held against what the defaults of settings give', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'connectory-testkit-'));
    const file = join(folder.path, 'notebook.yaml');
    await writeFile(file, document(described));
    const settings = z.object({ edition: z.string().default('v1').describe('Edition') });
    const upstream = defineUpstream({
      ...notebookUpstream,
      baseUrl: 'https://api.notebook.example/{edition}',
      settings,
    });
    expect(await messageOf(Object.freeze({ ...notebook, upstream }), request(file), { description: file })).toBe('');
  });

  it.each([
    ['that says the same', described, [], request, ''],
    ['that says the same', described, [], record, ''],
    ['that says the same', described, [], simulated, ''],
    ['that says the same', described, [], stale, ''],
    ['with another page size', { ...described, size: 'page_size' }, [], request, 'unknown_query /query/limit'],
    [
      'without a field',
      { ...described, note: '{ id: { type: string } }' },
      [],
      record,
      'unknown_field /answer/notes/*/text',
    ],
    [
      'with a null',
      { ...described, note: '{ id: { type: [string, "null"] } }' },
      [],
      record,
      'null_denied /answer/note/id',
    ],
    [
      'with a format',
      { ...described, note: '{ id: { type: string, format: uri } }' },
      [],
      simulated,
      'wrong_value /answer/note/id',
    ],
    ['that deviates no longer', described, [deviation], stale, 'no longer occurs'],
  ])('%s', async (_, description, deviations, name, wanted) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'connectory-testkit-'));
    const file = join(folder.path, 'notebook.yaml');
    await writeFile(file, document(description));
    const message = await messageOf(notebook, name(file), { description: file, deviations });
    expect(message).toContain(wanted);
    if (wanted === '') expect(message).toBe('');
  });

  it('is held against what only a synchronization sends, too', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'connectory-testkit-'));
    const file = join(folder.path, 'notebook.yaml');
    await writeFile(file, document(described));
    const syncOnly = z.object({ edited_since: z.string() });
    const list = api('GET /notes', { summary: 'List notes', params: listParams, syncOnly });
    const entities = notebook.entities.map((notes) => ({ ...notes, actions: { ...notes.actions, list } }));
    const message = await messageOf({ ...notebook, entities }, request(file), { description: file });
    expect(message).toContain('unknown_query /query/edited_since');
  });

  it('passes with a deviation that is explained', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'connectory-testkit-'));
    const file = join(folder.path, 'notebook.yaml');
    const note = '{ id: { type: string }, author: { type: [string, "null"] }, created_at: { type: string } }';
    await writeFile(file, document({ ...described, note }));
    const options = { description: file, deviations: [deviation] };
    expect(await messageOf(notebook, record(file), options)).toBe('');
    expect(await messageOf(notebook, stale(), options)).toBe('');
  });
});
