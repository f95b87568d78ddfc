import { basename, resolve } from 'node:path';
import { createInterface, type Interface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { createBuiltInConnector } from './built-in-connector.ts';
import { type CreateConnectorOptions, type CreatedConnector, createConnector } from './create-connector.ts';
import { CreateConnectorError } from './create-connector-error.ts';
import { type EntityChoice, entityChoices } from './openapi/entity-choices.ts';
import { readOpenApi } from './openapi/open-api-source.ts';

const usage = `create-connector: make the package of a new Connectory connector

  create-connector <directory> [options]
  create-connector --built-in <id> [options]

  --id <id>              lower case words joined by hyphens; default: from the name of the directory
  --vendor <name>        the vendor as people write it; default: from the id
  --package <name>       name of the npm package; default: connector-<id>
  --openapi <file>       take entities from an OpenAPI 3.0 or 3.1 description, JSON or YAML
  --entity <name>        an entity to take from it; repeatable; without any, what can be taken is listed
  --built-in <id>        make connectors/<id> in a clone of Connectory, as one that comes with the gateway
  --help                 print this text

  The directory must not exist yet, or be empty. On a terminal, what is missing is asked for.
`;

/** The input and output of the command; without `input` it asks no questions. Texts include their line breaks. */
export interface CommandTerminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly input?: NodeJS.ReadableStream;
  readonly output?: NodeJS.WritableStream;
}

/** Runs the command with its arguments (without the program's name) and returns the exit code. */
export async function runCommandLine(args: readonly string[], terminal: CommandTerminal): Promise<number> {
  try {
    const { values, positionals } = readArguments(args);
    if (values.help === true) {
      terminal.out(usage);
      return 0;
    }
    const [directory, ...others] = positionals;
    const isBuiltIn = values['built-in'] !== undefined;
    if (isBuiltIn && (directory !== undefined || values.id !== undefined || values.package !== undefined)) {
      throw new CreateConnectorError(
        '--built-in sets the ID, folder and package name of a built-in connector. Omit the others.',
      );
    }
    if (!isBuiltIn && (directory === undefined || others.length > 0))
      throw new CreateConnectorError(`Give one directory.\n\n${usage}`);
    const { input, output } = terminal;
    const questions = input === undefined || output === undefined ? undefined : createInterface({ input, output });
    try {
      return await create(directory ?? '', values, terminal, questions);
    } finally {
      questions?.close();
    }
  } catch (error) {
    if (!(error instanceof CreateConnectorError)) throw error;
    terminal.error(`create-connector: ${error.message}\n`);
    return 1;
  }
}

type Values = ReturnType<typeof readArguments>['values'];

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        id: { type: 'string' },
        vendor: { type: 'string' },
        package: { type: 'string' },
        openapi: { type: 'string' },
        entity: { type: 'string', multiple: true },
        'built-in': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new CreateConnectorError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

async function create(
  directory: string,
  values: Values,
  terminal: CommandTerminal,
  questions: Interface | undefined,
): Promise<number> {
  const source = values.openapi === undefined ? undefined : await readOpenApi(values.openapi);
  const choices = source === undefined ? [] : entityChoices(source);
  const ask = async (question: string) => (await questions?.question(question))?.trim() || undefined;
  const defaultId = basename(resolve(directory)).replace(/^connector-/, '');
  const builtIn = values['built-in'];
  const id = builtIn ?? values.id ?? (await ask(`Id of the connector (${defaultId}): `));
  const vendor = values.vendor ?? (await ask('Name of the vendor, as people write it: '));
  let entities = values.entity ?? [];
  if (source !== undefined && entities.length === 0) {
    terminal.out(listed(choices));
    entities = (await ask('Which entities, separated by commas? '))?.split(/[\s,]+/) ?? [];
    if (entities.length === 0) throw new CreateConnectorError('Choose entities with --entity; repeat it for several.');
  }
  const content = {
    ...(vendor !== undefined && { vendor }),
    ...(source !== undefined && { openApi: { source, entities } }),
  };
  if (builtIn !== undefined) {
    terminal.out(described(await createBuiltInConnector({ id: builtIn, ...content }), stepsOf(builtIn)));
    return 0;
  }
  const options: CreateConnectorOptions = {
    directory,
    report: (line) => terminal.out(`${line}\n`),
    ...content,
    ...(id !== undefined && { id }),
    ...(values.package !== undefined && { packageName: values.package }),
  };
  terminal.out(described(await createConnector(options), [`cd ${directory}`, 'npm install', 'npm test']));
  return 0;
}

// The steps that CONTRIBUTING.md explains.
const stepsOf = (id: string): readonly string[] => [
  'npx pnpm install',
  `npx pnpm vitest run connectors/${id}`,
  `then write connectors/${id}: CONTRIBUTING.md, "Add a built-in connector", says what belongs where`,
];

function described(created: CreatedConnector, steps: readonly string[]): string {
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? '' : `\n${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`;
  const notes = list('To check', created.toCheck) + list('Left out', created.leftOut);
  return `
Created ${created.packageName} in ${created.directory}:
${created.files.map((file) => `  ${file}\n`).join('')}${notes}
Next:
${steps.map((step) => `  ${step}\n`).join('')}`;
}

function listed(choices: readonly EntityChoice[]): string {
  const width = Math.max(0, ...choices.map(({ name }) => name.length));
  const lines = choices.map(
    ({ name, actions }) => `  ${name.padEnd(width)}  ${actions.map(({ action }) => action).join(', ')}`,
  );
  return `The description has:\n${lines.join('\n')}\n`;
}
