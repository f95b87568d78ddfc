import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { RawValue } from '@connectory/connector-sdk';
import { describeConnector, directActions } from '@connectory/connector-sdk/engine';
import { type PythonEnvironment, preparePython, run } from '@connectory/test-support/python-environment';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { type FailingUpstream, startFailingUpstream } from './failing-upstream.ts';
import { type HostedGateway, startHostedGateway } from './hosted-gateway.ts';
import { absentFields, knownDifferences, missingActions, uncheckable, unknownEntities } from './known-differences.ts';

/** The newest version when this was written, the last but a few that says `api_search`, and one that has `like` for newer operators. */
const newest = 'airbyte-agent-sdk==0.1.380';
const older = 'airbyte-agent-sdk==0.1.330';
const oldest = 'airbyte-agent-sdk==0.1.180';

const program = fileURLToPath(new URL('use-agent-sdk.py', import.meta.url));

let environment: PythonEnvironment;
let gateway: HostedGateway;
let failingUpstream: FailingUpstream;
let given: Readonly<Record<string, unknown>>;
let seen: RawValue;

beforeAll(async () => {
  environment = await preparePython(new URL('requirements.txt', import.meta.url), [newest, older, oldest]);
  if ('missing' in environment) return;
  gateway = await startHostedGateway();
  failingUpstream = await startFailingUpstream();
  const failing = (path: string) => gateway.connect('ashby', path, `${failingUpstream.origin}/${path}`);
  given = {
    token: await gateway.token(),
    restricted_token: await gateway.token({ entities: ['candidates'] }),
    connections: gateway.connections,
    entities: Object.fromEntries(builtInConnectors.map(({ id }) => [slugOf(id), examplesOf(id)])),
    text_attachment: textAttachment(),
    limited: await failing('limited'),
    failing: await failing('failing'),
  };
  const { python, pathOf } = environment;
  const searches = ['api_search', 'context_store_search'];
  const reads = ['list', 'get', 'search', 'context_store_search'];
  const writes = ['create', 'update', 'delete'];
  const all = [...reads, 'download_base64', ...writes];
  // The one that deletes comes last, as all have the same examples.
  seen = {
    older: await use(python, pathOf(older), { run: ['everything'], actions: searches }),
    oldest: await use(python, pathOf(oldest), { run: ['everything'], actions: searches }),
    newest: await use(python, pathOf(newest), { run: ['scenario', 'failures', 'everything'], actions: all }),
  };
});

beforeEach(skipWithoutSdk);

afterAll(async () => {
  await gateway?.stop();
  await failingUpstream?.stop();
});

const slugOf = (connector: string) => gateway.slugs.get(connector) ?? connector;

/** Parameters with which the sandbox finds something, by entity and action. */
function examplesOf(connector: string): object {
  const { entities } = describeConnector(builtInConnectors.find(({ id }) => id === connector) ?? fail(connector));
  return Object.fromEntries(
    entities.map(({ name, actions }) => [
      name,
      Object.fromEntries(
        actions.map(({ action }) => {
          const direct = directActions.find((one) => one === action);
          return [action, direct === undefined ? {} : gateway.sandbox.example(connector, name, direct)];
        }),
      ),
    ]),
  );
}

/** The id of a file that is text. */
function textAttachment(): unknown {
  return gateway.sandbox.records('zendesk', 'attachments').find(({ content_type: type }) => type === 'text/plain')?.id;
}

function fail(connector: string): never {
  throw new Error(`there is no connector ${connector}`);
}

const isKnown = (call: string) => knownDifferences.some(({ calls }) => calls.test(call));
const isWholeSeconds = (wait: number) => Number.isInteger(wait) && wait > 0 && wait <= 600;

/** Runs the program with a version of the SDK and gives what it saw; `part` says what to run. */
async function use(python: string, sdk: string, part: object): Promise<RawValue> {
  const variables = {
    PYTHONPATH: sdk,
    SDK_DEV_ADP_API_HOST: gateway.url,
    AIRBYTE_TELEMETRY_MODE: 'disabled',
    HOME: tmpdir(),
    NO_PROXY: '*',
  };
  const { code, stdout, stderr } = await run(python, [program], variables, JSON.stringify({ ...given, ...part }));
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

/** Skips a test where the SDK cannot be had, saying why. */
function skipWithoutSdk({ skip }: TestContext): void {
  if ('missing' in environment) skip(`the Agent SDK cannot be installed: ${environment.missing}`);
}

describe('the published Agent SDK', () => {
  it('connects, lists, gets, writes, searches and describes', () => {
    const { docs, workspace, ...rest } = seen.newest.scenario;
    const listed = ['failing', 'limited', ...builtInConnectors.map(({ id }) => id)];
    expect(workspace.map(([name]: readonly string[]) => name)).toEqual(listed.sort());
    expect(workspace).toEqual(
      expect.arrayContaining([
        ['failing', 'Ashby'],
        ['zendesk', 'Zendesk Support'],
        ['stripe', 'Stripe'],
      ]),
    );
    expect(rest).toEqual({
      list: { record: 'Customer', count: 2, has_more: true },
      paged: true,
      get: true,
      write: ['Ada Marsh', 'Ada Cole', true],
      search: [3, true],
      copy: { record: 'RefundsSearchData', sorted: true, count: 3, cursor: true, took_ms: 'int' },
      sql: {
        counted: [{ n: 25 }],
        selected: { count: 2, columns: ['amount', 'id'], sorted: true, has_more: true },
        all: { amounts: true, has_more: false },
        took_ms: 'int',
      },
      chosen: ['id'],
      inspected: [true, 'stripe'],
      executed: 1,
      number_as_text: true,
      file: true,
      text: true,
      operators: true,
      named: true,
    });
    expect(docs[0]).toContain('- `customers` customers - People and companies that buy');
    expect(docs[1]).toContain('| starting_after | string | no |');
    expect(docs[2]).toBe(docs[1]);
  });

  it('raises what it raises for the hosted service', () => {
    const raised = (kind: string, facts: object = {}, message = /./) => ({
      raised: kind,
      message: expect.stringMatching(message),
      ...facts,
    });
    expect(seen.newest.failures).toEqual({
      wrong_secret: raised('AuthenticationError', { status_code: 401 }, /client secret is not a valid token/),
      forbidden: raised('AuthenticationError', { status_code: 403 }, /policy/),
      unknown_parameter: raised(
        'ConnectorValidationError',
        { status_code: 422 },
        /params\.limt .* Did you mean "limit"/,
      ),
      unknown_entity: raised('ConnectorValidationError', { status_code: 400 }, /Did you mean "jobs"/),
      unknown_record: raised('HTTPStatusError', { status_code: 404 }),
      other_workspace: raised('HTTPStatusError', { status_code: 404 }),
      no_connection: raised('ConnectorNotFoundError'),
      several_connections: raised('ConnectorAmbiguityError'),
      // Less than the 600 the upstream said, when the copy had asked it before.
      limited: raised('RateLimitError', { status_code: 429, retry_after: expect.toSatisfy(isWholeSeconds) }),
      failing: raised('HTTPStatusError', { status_code: 502 }),
      no_such_id: raised('HTTPStatusError', { status_code: 404 }),
      sql_that_writes: raised(
        'ConnectorValidationError',
        { status_code: 422 },
        /: sql cannot be run: sql must be a SELECT statement/,
      ),
      sql_of_other_connection: raised(
        'ConnectorValidationError',
        { status_code: 422 },
        /: sql cannot be run: There is no table stripe\.customers/,
      ),
    });
  });

  it.each(['older', 'oldest'])('searches every entity into its own models in an %s version', (version) => {
    const { everything } = seen[version];
    expect(Object.keys(everything.failed).filter((call) => !isKnown(call))).toEqual([]);
    expect(everything.tried).toBeGreaterThan(60);
    expectChecked(everything);
  });

  it('does all it can with every entity in its newest version, but for names that version uses twice', () => {
    const { everything } = seen.newest;
    // There the class for what a vendor's search answers replaces the one for what a search of the copy answers.
    const usedTwice = builtInConnectors
      .map(describeConnector)
      .flatMap(({ id, entities }) =>
        entities
          .filter(({ actions, search }) => search !== null && actions.some(isSearchOfContract))
          .map(({ name }) => `${slugOf(id)} ${name} context_store_search`),
      );
    const failed = Object.keys(everything.failed);
    expect(failed.filter((call) => !isKnown(call)).sort()).toEqual(usedTwice.sort());
    for (const { calls } of knownDifferences) expect(failed).toContainEqual(expect.stringMatching(calls));
    expect(everything.unknown.filter((entity: string) => !isBeyondContract(entity))).toEqual(
      [...unknownEntities].sort(),
    );
    const isListed = (action: string) => missingActions.some(({ actions }) => actions.test(action));
    expect(everything.missing.filter((action: string) => !isListed(action))).toEqual([]);
    expect(everything.tried).toBeGreaterThan(600);
    expectChecked(everything);
  });

  it('reads every search field it knows, but those the contract has not', () => {
    const { absent } = seen.newest.everything;
    const isAbsent = (field: string) => absentFields.some(({ fields }) => fields.test(field));
    expect(absent.filter((field: string) => !isAbsent(field))).toEqual([]);
    for (const { fields } of absentFields) expect(absent).toContainEqual(expect.stringMatching(fields));
  });
});

const isSearchOfContract = ({ action, beyond_contract: isBeyond }: { action: string; beyond_contract?: true }) =>
  action === 'api_search' && isBeyond !== true;

function isBeyondContract(named: string): boolean {
  const [slug, name] = named.split(' ');
  const connector = builtInConnectors.find(({ id }) => slugOf(id) === slug);
  return connector?.entities.find((entity) => entity.name === name)?.beyondContract === true;
}

function expectChecked({ unhealthy }: RawValue): void {
  expect(unhealthy.map((one: string) => one.split(':')[0])).toEqual(uncheckable);
  for (const one of unhealthy) expect(one).toMatch(/params\.\w+ is required/);
}
