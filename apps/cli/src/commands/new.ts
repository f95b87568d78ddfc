import type { CreateConnectorOptions } from '@connectory/create-connector';
import { Command } from 'commander';
import { type PrintOptions, print } from '../print.ts';
import { invalidInput } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption } from './options.ts';

interface NewConnectorOptions extends PrintOptions {
  readonly id?: string;
  readonly vendor?: string;
  readonly package?: string;
  readonly openapi?: string;
  readonly entity?: string[];
}

const help = `
The package has its own tests: npm install and npm test in its folder run the conformance suite. --openapi weather.yaml
takes entities from an API description: name them (--entity stations reports), or omit --entity to list them.

Example:
  connectory new connector ../connector-weather --vendor "Acme Weather"
`;

/** `connectory new`: creates the package of a new connector. */
export function newCommand(terminal: Terminal): Command {
  const command = new Command('new').description('create the package of a new connector');
  command
    .command('connector')
    .description('create the package of a new connector, with a sample entity or from an OpenAPI description')
    .argument('<directory>', 'folder to create; must not exist, or be empty')
    .option('--id <id>', 'ID of the connector, in kebab case; by default, the name of the folder')
    .option('--vendor <name>', 'name of the vendor; by default, derived from the ID')
    .option('--package <name>', 'name of the npm package; by default, connector-<id>')
    .option('--openapi <file>', 'take entities from an OpenAPI 3.0 or 3.1 description (JSON or YAML)')
    .option('--entity <names...>', 'entities to include; by default, lists those available')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(async (directory: string, options: NewConnectorOptions) => {
      const { createConnector, CreateConnectorError } = await import('@connectory/create-connector');
      try {
        const created = await createConnector(await wanted(directory, options, terminal));
        print(terminal, options, created, () =>
          [
            `Created ${created.packageName} in ${created.directory}.`,
            ...created.toCheck.map((line) => `To check: ${line}`),
            ...created.leftOut.map((line) => `Left out: ${line}`),
            `Next: cd ${directory} && npm install && npm test`,
          ].join('\n'),
        );
      } catch (error) {
        if (error instanceof CreateConnectorError) throw invalidInput(error.message);
        throw error;
      }
    });
  return command;
}

async function wanted(
  directory: string,
  { id, vendor, package: packageName, openapi, entity: entities }: NewConnectorOptions,
  { error }: Terminal,
): Promise<CreateConnectorOptions> {
  const named = {
    directory,
    report: (line: string) => error(`${line}\n`),
    ...(id !== undefined && { id }),
    ...(vendor !== undefined && { vendor }),
    ...(packageName !== undefined && { packageName }),
  };
  if (openapi === undefined) return named;
  const { entityChoices, readOpenApi } = await import('@connectory/create-connector');
  const source = await readOpenApi(openapi);
  if (entities !== undefined) return { ...named, openApi: { source, entities } };
  const choices = entityChoices(source).map(
    ({ name, actions }) => `${name} (${actions.map(({ action }) => action).join(', ')})`,
  );
  throw invalidInput(`Choose entities with --entity. The description has: ${choices.join('; ')}.`);
}
