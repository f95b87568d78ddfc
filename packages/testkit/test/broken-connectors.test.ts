import { auth, type Connector, defineUpstream, type Entity } from '@connectory/connector-sdk';
import { type ConnectorSandbox, defineSandbox, simulate } from '@connectory/sandbox';
import { describe, expect, it } from 'vitest';
import { secretChecks } from '../src/checks/secrets.ts';
import type { ConformanceCheck } from '../src/conformance-check.ts';
import { testConnector } from '../src/index.ts';
import { conformanceChecks, type TestConnectorOptions } from '../src/test-connector.ts';
import { type ConnectionChanges, TestGateway } from '../src/test-gateway.ts';
import { type BrokenConnector, brokenConnectors } from './broken-connectors.ts';
import { notebook, notebookUpstream } from './notebook.ts';

testConnector(notebook);

/** A simulated vendor whose notes are simulated like this. */
function sandboxOf(connector: Connector, simulation: NonNullable<BrokenConnector['simulation']>): ConnectorSandbox {
  const [notes] = connector.entities as [Entity];
  return defineSandbox(connector, { entities: [simulate(notes, simulation)] });
}

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
  it.each(brokenConnectors)('$error fails "$check"', async ({ connector, check, says, simulation }) => {
    const options = simulation === undefined ? {} : { sandbox: sandboxOf(connector, simulation) };
    expect(await messageOf(connector, check, options)).toMatch(says);
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
    const sandbox = sandboxOf(notebook, { sample: ({ index }) => ({ id: String(index % 10) }) });
    const check = 'notes get of what is not there is record_not_found';
    expect(await messageOf(notebook, check, { sandbox })).toBe('');
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
