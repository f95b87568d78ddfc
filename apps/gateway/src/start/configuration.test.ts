import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfiguration, withSecretFiles } from './configuration.ts';
import { configurationVariables, secretVariables } from './configuration-variables.ts';

it('has defaults for everything', () => {
  expect(readConfiguration({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    mode: 'hosted',
    purpose: 'production',
    dataDirectory: '.connectory',
    databaseUrl: '.connectory/connectory.sqlite',
    secretKey: undefined,
    adminToken: undefined,
    metricsToken: undefined,
    extraConnectors: [],
    trustedConnectors: [],
    egressAllow: [],
    publicOrigin: undefined,
    returnOrigins: [],
    logLevel: 'info',
    auditLimits: { days: 90, rows: 1_000_000 },
    changeRetention: { milliseconds: 604_800_000, bytes: 67_108_864 },
    exportBytes: 5_368_709_120,
  });
});

it('treats empty variables as absent', () => {
  const names = ['HOST', 'PORT', 'CONNECTORY_MODE', 'CONNECTORY_LOG_LEVEL', 'CONNECTORY_ADMIN_TOKEN'];
  expect(readConfiguration(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfiguration({}));
});

it('reads every variable', () => {
  const configuration = readConfiguration({
    HOST: '0.0.0.0',
    PORT: '0',
    CONNECTORY_DATA_DIR: '/var/lib/connectory',
    CONNECTORY_DATABASE_URL: 'postgres://db/connectory',
    CONNECTORY_SECRET_KEY: 'key',
    CONNECTORY_ADMIN_TOKEN: 'token',
    CONNECTORY_MODE: 'direct',
    CONNECTORY_CONNECTORS: '@example/one, @example/two\n@example/three',
    CONNECTORY_EGRESS_ALLOW: '10.0.0.0/8,,internal.example.com:8443 ',
    CONNECTORY_LOG_LEVEL: 'debug',
    CONNECTORY_PUBLIC_URL: 'https://Connect.example.com/',
    CONNECTORY_RETURN_ORIGINS: 'https://app.example.com http://localhost:3000/',
    CONNECTORY_AUDIT_DAYS: '400',
    CONNECTORY_AUDIT_ROWS: '5000',
    CONNECTORY_CHANGES_DAYS: '30',
    CONNECTORY_CHANGES_MB: '1',
    CONNECTORY_EXPORTS_MB: '100',
  });
  expect(configuration).toMatchObject({
    host: '0.0.0.0',
    port: 0,
    mode: 'direct',
    dataDirectory: '/var/lib/connectory',
    databaseUrl: 'postgres://db/connectory',
    secretKey: 'key',
    extraConnectors: ['@example/one', '@example/two', '@example/three'],
    egressAllow: ['10.0.0.0/8', 'internal.example.com:8443'],
    publicOrigin: 'https://connect.example.com',
    returnOrigins: ['https://app.example.com', 'http://localhost:3000'],
    logLevel: 'debug',
    auditLimits: { days: 400, rows: 5_000 },
    changeRetention: { milliseconds: 2_592_000_000, bytes: 1_048_576 },
    exportBytes: 104_857_600,
  });
  expect(configuration.adminToken?.reveal()).toBe('token');
  expect(String(configuration.adminToken)).not.toContain('token');
});

it('keeps the database in the data directory unless told otherwise', () => {
  expect(readConfiguration({ CONNECTORY_DATA_DIR: '/data' }).databaseUrl).toBe('/data/connectory.sqlite');
});

const signsIn = { CONNECTORY_OIDC_ISSUER: 'https://id.example.com', CONNECTORY_OIDC_CLIENT_ID: 'connectory' };

it('reads who is an admin among those who sign in', () => {
  const { signIn } = readConfiguration({ ...signsIn, CONNECTORY_OIDC_ADMINS: 'Ada@Example.com, group:Gateway admins' });
  expect(signIn).toMatchObject({
    issuer: new URL('https://id.example.com'),
    clientSecret: undefined,
    scopes: 'openid email profile',
    groupsClaim: 'groups',
    admins: ['ada@example.com', 'group:Gateway admins'],
  });
});

it.each([
  [{ PORT: 'http' }, 'PORT'],
  [{ CONNECTORY_AUDIT_DAYS: '0' }, 'CONNECTORY_AUDIT_DAYS'],
  [{ CONNECTORY_AUDIT_ROWS: '1e6' }, 'CONNECTORY_AUDIT_ROWS'],
  [{ CONNECTORY_CHANGES_DAYS: '0' }, 'CONNECTORY_CHANGES_DAYS is "0"; it must be a number from 1 to 36500'],
  [{ CONNECTORY_CHANGES_MB: '64MB' }, 'CONNECTORY_CHANGES_MB is "64MB"; it must be a number from 1 to 1000000'],
  [{ PORT: '-1' }, 'PORT'],
  [{ PORT: '80.5' }, 'PORT'],
  [{ PORT: '65536' }, 'PORT'],
  [{ CONNECTORY_MODE: 'hosted-ish' }, 'CONNECTORY_MODE is "hosted-ish"; it must be hosted'],
  [
    { CONNECTORY_DATABSE_URL: 'postgres://x/y' },
    'no setting CONNECTORY_DATABSE_URL. Did you mean CONNECTORY_DATABASE_URL?',
  ],
  [{ CONNECTORY_ADMINTOKEN: '' }, 'Did you mean CONNECTORY_ADMIN_TOKEN?'],
  [{ CONNECTORY_SOMETHING_ELSE_ALTOGETHER: 'x' }, 'no setting CONNECTORY_SOMETHING_ELSE_ALTOGETHER'],
  [{ CONNECTORY_OIDC_ISSUER: 'id.example.com', CONNECTORY_OIDC_CLIENT_ID: 'x' }, 'CONNECTORY_OIDC_ISSUER is'],
  [{ CONNECTORY_OIDC_ISSUER: 'https://id.example.com' }, 'CONNECTORY_OIDC_CLIENT_ID is missing'],
  [{ CONNECTORY_OIDC_ADMINS: 'ada@example.com' }, 'CONNECTORY_OIDC_ADMINS is set without CONNECTORY_OIDC_ISSUER'],
  [{ ...signsIn, CONNECTORY_OIDC_SCOPES: 'email' }, 'it must contain openid'],
  [{ ...signsIn, CONNECTORY_OIDC_ADMINS: 'ada@example.com, ada' }, 'CONNECTORY_OIDC_ADMINS has "ada"'],
  [{ CONNECTORY_LOG_LEVEL: 'loud' }, 'CONNECTORY_LOG_LEVEL must be one of trace, debug, info'],
])('refuses %o and names it', (environment, message) => {
  expect(() => readConfiguration(environment)).toThrow(message);
});

it('lets variables of the command line and of Kubernetes stand next to its own', () => {
  const others = {
    CONNECTORY_URL: 'http://127.0.0.1:8080',
    CONNECTORY_TOKEN: 'cty_x',
    CONNECTORY_SERVICE_HOST: '10.0.0.1',
    CONNECTORY_SERVICE_PORT: '8080',
    CONNECTORY_SERVICE_PORT_HTTP: '8080',
    CONNECTORY_PORT: 'tcp://10.0.0.1:8080',
    CONNECTORY_PORT_8080_TCP_ADDR: '10.0.0.1',
    CONNECTORY_METRICS_SERVICE_HOST: '10.0.0.2',
    CONNECTORY_METRICS_PORT_9090_TCP: 'tcp://10.0.0.2:9090',
    connectory_mode: 'direct',
  };
  expect(readConfiguration(others)).toEqual(readConfiguration({}));
});

it.each([
  ['CONNECTORY_PUBLIC_URL', 'connect.example.com'],
  ['CONNECTORY_PUBLIC_URL', 'http://connect.example.com'],
  ['CONNECTORY_PUBLIC_URL', 'https://example.com/connect'],
  ['CONNECTORY_PUBLIC_URL', 'https://example.com?x'],
  ['CONNECTORY_PUBLIC_URL', 'https://me@example.com'],
  ['CONNECTORY_RETURN_ORIGINS', 'https://app.example.com,app.example.org'],
  ['CONNECTORY_RETURN_ORIGINS', 'https://app.example.com/done'],
  ['CONNECTORY_RETURN_ORIGINS', 'javascript:alert(1)'],
  ['CONNECTORY_RETURN_ORIGINS', '*'],
])('refuses %s with %s', (name, value) => {
  expect(() => readConfiguration({ [name]: value })).toThrow(`${name} `);
});

it.each(['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:9000'])('takes %s for this machine', (origin) => {
  expect(readConfiguration({ CONNECTORY_PUBLIC_URL: origin }).publicOrigin).toBe(origin);
});

let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connectory-secrets-'));
  await writeFile(file('key'), 'a key\n');
  await writeFile(file('url'), 'postgres://db/connectory\r\n');
  await writeFile(file('empty'), '\n');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('are read as if they stood in the environment', () => {
  const environment = { CONNECTORY_SECRET_KEY_FILE: file('key'), CONNECTORY_DATABASE_URL_FILE: file('url') };
  const configuration = readConfiguration({ ...environment, CONNECTORY_ADMIN_TOKEN_FILE: file('key') });
  expect(configuration).toMatchObject({ secretKey: 'a key', databaseUrl: 'postgres://db/connectory' });
  expect(configuration.adminToken?.reveal()).toBe('a key');
});

it('are refused when they are missing, empty, or given twice', () => {
  const refused = (environment: Record<string, string>) => () => withSecretFiles(environment);
  expect(refused({ CONNECTORY_SECRET_KEY_FILE: file('none') })).toThrow(
    `The file of CONNECTORY_SECRET_KEY_FILE, ${file('none')}, cannot be read (ENOENT).`,
  );
  expect(refused({ CONNECTORY_SECRET_KEY_FILE: file('empty') })).toThrow('is empty');
  expect(refused({ CONNECTORY_ADMIN_TOKEN: 'token', CONNECTORY_ADMIN_TOKEN_FILE: file('key') })).toThrow(
    'CONNECTORY_ADMIN_TOKEN and CONNECTORY_ADMIN_TOKEN_FILE are both set',
  );
});

const textOf = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

it('stand in the documentation, word for word', async () => {
  const page = await textOf('../../../../spec/operating.md');
  const [, settings = ''] = /## Settings\n([\s\S]*?)\n## /.exec(page) ?? [];
  const [, , ...rows] = settings.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells.map(([, name, meaning, otherwise]) => ({ name, meaning, otherwise }))).toEqual(
    configurationVariables.map(({ name, meaning, otherwise }) => ({ name: `\`${name}\``, meaning, otherwise })),
  );
});

it('are what the configuration reads', async () => {
  const readers = [
    './configuration.ts',
    './data-directory.ts',
    './sign-in-configuration.ts',
    '../telemetry/telemetry-configuration.ts',
  ];
  const source = (await Promise.all(readers.map(textOf))).join('\n');
  const read = Array.from(source.matchAll(/environment\.(\w+)/g), ([, name]) => name);
  const files = secretVariables.map((name) => `${name}_FILE`);
  expect([...new Set(read), ...files].sort()).toEqual(configurationVariables.map(({ name }) => name).sort());
});
