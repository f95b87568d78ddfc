import { expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';

it('has defaults for everything', () => {
  expect(readConfiguration({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    mode: 'hosted',
    dataDirectory: '.connectory',
    databaseUrl: '.connectory/connectory.sqlite',
    secretKey: undefined,
    adminToken: undefined,
    extraConnectors: [],
    trustedConnectors: [],
    egressAllow: [],
    logLevel: 'info',
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
    logLevel: 'debug',
  });
  expect(configuration.adminToken?.reveal()).toBe('token');
  expect(String(configuration.adminToken)).not.toContain('token');
});

it('keeps the database in the data directory unless told otherwise', () => {
  expect(readConfiguration({ CONNECTORY_DATA_DIR: '/data' }).databaseUrl).toBe('/data/connectory.sqlite');
});

it.each([
  [{ PORT: 'http' }, 'PORT'],
  [{ PORT: '-1' }, 'PORT'],
  [{ PORT: '80.5' }, 'PORT'],
  [{ PORT: '65536' }, 'PORT'],
  [{ CONNECTORY_MODE: 'hosted-ish' }, 'CONNECTORY_MODE is "hosted-ish"; it must be hosted'],
  [{ CONNECTORY_LOG_LEVEL: 'loud' }, 'CONNECTORY_LOG_LEVEL must be one of trace, debug, info'],
])('refuses %o and names it', (environment, message) => {
  expect(() => readConfiguration(environment)).toThrow(message);
});
