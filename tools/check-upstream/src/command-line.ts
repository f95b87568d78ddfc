import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  checkUpstream,
  type KnownDeviations,
  loadDescription,
  parseKnownDeviations,
  parseManifest,
  renderReport,
} from '@connectory/api-description';
import { fetchManifest, gatewayDryRun } from './gateway-dry-run.ts';

const usage = `check-upstream: hold the requests of a connector against the vendor's own API description

  check-upstream --connector <id> --description <file>... --gateway <url> --connection <id> [options]

  --connector <id>      connector to check
  --description <file>  OpenAPI 3, Swagger 2 (JSON or YAML), Google discovery, GraphQL SDL or introspection; repeatable
  --gateway <url>       a running gateway; its dry run says what would leave, nothing is sent to the vendor
  --connection <id>     a connection of the connector, as the gateway lists it
  --token <token>       gateway token; CONNECTORY_TOKEN is read when it is left out
  --manifest <file|url> connector manifest; default: <gateway>/api/v1/connectors/<connector>
  --deviations <file>   known deviations, each with a reason; unlisted and stale ones fail
  --open-query          the descriptions do not list every query parameter
  --server <url>        further base URL of the API, such as a connection's base_url; repeatable
  --endpoint <url>      where the GraphQL API of an SDL answers
  --json                print the report as JSON
  --help                print this text

  exit code 0: every request passes or is a known deviation; 1: otherwise
`;

/** Where the command writes; both take text with its line ends. */
export interface CommandOutput {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/** Runs the command with its arguments (without the program's name) and gives the exit code. */
export async function runCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  output: CommandOutput,
): Promise<number> {
  try {
    const options = readOptions(args);
    if (options.help === true) {
      output.out(usage);
      return 0;
    }
    const report = await check(options, environment);
    output.out(options.json === true ? `${JSON.stringify(report, null, 2)}\n` : renderReport([report]));
    return report.passed ? 0 : 1;
  } catch (error) {
    output.error(`check-upstream: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

type Options = ReturnType<typeof readOptions>;

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        connector: { type: 'string' },
        description: { type: 'string', multiple: true },
        gateway: { type: 'string' },
        connection: { type: 'string' },
        token: { type: 'string' },
        manifest: { type: 'string' },
        deviations: { type: 'string' },
        'open-query': { type: 'boolean' },
        server: { type: 'string', multiple: true },
        endpoint: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n\n${usage}`, { cause });
  }
}

async function check(options: Options, environment: Readonly<Record<string, string | undefined>>) {
  const connector = required(options.connector, '--connector');
  const gateway = required(options.gateway, '--gateway');
  const connection = required(options.connection, '--connection');
  const token = required(options.token ?? environment.CONNECTORY_TOKEN, '--token or CONNECTORY_TOKEN');
  const files = options.description ?? [];
  if (files.length === 0) {
    throw new Error(`--description is missing\n\n${usage}`);
  }
  const descriptions = await Promise.all(
    files.map(async (name) =>
      loadDescription({
        name,
        text: await readFile(name, 'utf8'),
        openQuery: options['open-query'] === true,
        servers: options.server ?? [],
        ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
      }),
    ),
  );
  const place = options.manifest ?? new URL(`/api/v1/connectors/${encodeURIComponent(connector)}`, gateway).href;
  const manifest = parseManifest(
    /^https?:\/\//.test(place) ? await fetchManifest(place, token) : await readJson(place),
  );
  if (manifest.id !== connector) {
    throw new Error(`${place} describes "${manifest.id}", not "${connector}": give the manifest of that connector`);
  }
  const deviations: KnownDeviations =
    options.deviations === undefined ? {} : parseKnownDeviations(await readJson(options.deviations));
  return checkUpstream({ manifest, descriptions, deviations, dryRun: gatewayDryRun({ gateway, token, connection }) });
}

function required(value: string | undefined, option: string): string {
  if (value === undefined || value === '') {
    throw new Error(`${option} is missing\n\n${usage}`);
  }
  return value;
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
