import type { ConnectorManifest } from '@connectory/client';
import { Command } from 'commander';
import { connectorText, entityText } from '../describe-connector.ts';
import { openGateway } from '../gateway.ts';
import { nearestOf } from '../nearest-of.ts';
import { type PrintOptions, print } from '../print.ts';
import { ProblemError } from '../problem-error.ts';
import { tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption } from './options.ts';

/** `connectory connectors`: shows the connectors of the gateway. */
export function connectorsCommand(terminal: Terminal): Command {
  const connectors = new Command('connectors').description('list and describe the connectors of the gateway');
  connectors
    .command('list')
    .description('list the installed connectors')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  connectory connectors list\n')
    .action(async (options: PrintOptions) => {
      const found = await Array.fromAsync(openGateway(terminal).connectors.list());
      print(terminal, options, found, () =>
        tableText(
          ['connector', 'vendor', 'kind', 'version', 'upstream', 'sunset'],
          found.map(({ id, vendor, kind, version, upstream }) => [
            id,
            vendor,
            kind,
            version,
            upstream.version,
            upstream.sunset,
          ]),
        ),
      );
    });
  connectors
    .command('describe')
    .description('show the entities and actions of a connector, or the parameters and fields of one entity')
    .argument('<connector>', 'ID of the connector')
    .argument('[entity]', 'one of its entities')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  connectory connectors describe stripe\n  connectory connectors describe stripe customers\n',
    )
    .action(async (id: string, entity: string | undefined, options: PrintOptions) => {
      const manifest = await openGateway(terminal).connectors.get(id);
      if (entity === undefined) {
        print(terminal, options, manifest, () => connectorText(manifest));
        return;
      }
      const found = entityOf(manifest, entity);
      print(terminal, options, found, () => entityText(found));
    });
  return connectors;
}

function entityOf({ id, entities }: ConnectorManifest, name: string): ConnectorManifest['entities'][number] {
  const found = entities.find((entity) => entity.name === name);
  if (found !== undefined) return found;
  const names = entities.map((entity) => entity.name);
  const near = nearestOf(name, names);
  const question = near === undefined ? ` It has ${names.join(', ')}.` : ` Did you mean "${near}"?`;
  const message = `The connector ${id} has no entity "${name}".${question}`;
  throw new ProblemError({ status: 404, code: 'unknown_entity', message });
}
