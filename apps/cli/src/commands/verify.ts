import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectorManifest } from '@connectory/client';
import { writeExactly } from '@connectory/exact-json';
import { Command } from 'commander';
import type { Schema } from '../describe-connector.ts';
import { runnerOf } from '../execute/gateway-runner.ts';
import { exitCodes } from '../exit-code.ts';
import { findConnectionOrConnector } from '../find-connection.ts';
import { chooseWorkspace, openGateway } from '../gateway.ts';
import { nearestOf } from '../nearest-of.ts';
import { type PrintOptions, print } from '../print.ts';
import { invalidInput } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';
import { wholeNumber } from '../whole-number.ts';
import { writeWholeFile } from '../write-whole-file.ts';
import { jsonOption, workspaceOption } from './options.ts';

interface VerifyOptions extends PrintOptions {
  readonly workspace?: string;
  readonly param: readonly string[];
  readonly maxCalls: string;
  readonly record?: string;
}

const help = `
It runs the read actions of the connection (list, get, api_search, download) with small pages and parameters found in its own lists, and
compares the records with the declaration of the connector. It writes nothing. The report has names, types and counts, but no values, so that
it can be attached to a bug report; look at it first all the same. The exit code is 1 if there are differences.

--record keeps a response of each action in which every string and number is replaced by a placeholder of the same form.

Examples:
  connectory verify stripe
  connectory verify stripe --max-calls 50 --param customers.query="email:'ada@example.com'"
  connectory verify stripe --json --record samples > report.json
`;

/** `connectory verify`: compares what a connection really returns with what its connector declares. `end` is called if they differ. */
export function verifyCommand(terminal: Terminal, end: (code: number) => void): Command {
  return new Command('verify')
    .description('compare what a connection returns with what its connector declares')
    .argument('<connection>', 'name or ID of the connection')
    .addOption(workspaceOption())
    .option(
      '--param <name=value>',
      'value of a required parameter, or entity.name=value of any parameter; may be repeated',
      collect,
      [],
    )
    .option('--max-calls <number>', 'maximum number of calls', '200')
    .option('--record <folder>', 'keep redacted responses in this folder')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(async (connection: string, options: VerifyOptions) => {
      const maxCalls = wholeNumber('--max-calls', options.maxCalls);
      const params = new Map(options.param.map(parsedParam));
      const client = openGateway(terminal);
      const workspace = await chooseWorkspace(client, terminal, options.workspace);
      const { id, connector } = await findConnectionOrConnector(client, workspace, connection);
      const [manifest, { settings }] = await Promise.all([
        client.connectors.get(connector),
        client.workspace(workspace).connections.get(id),
      ]);
      requireParameters(manifest, [...params.keys()]);
      // No other command needs the verification.
      const [{ verify }, { reportText, differenceCount }] = await Promise.all([
        import('../verify/verify.ts'),
        import('../verify/report.ts'),
      ]);
      const report = await verify({
        manifest,
        runner: runnerOf(client, id),
        given: { params, settings },
        maxCalls,
        sleep: terminal.sleep,
        onAction: (entity, action) => {
          if (terminal.isErrorInteractive) terminal.error(`${entity} ${action}\n`);
        },
        onSample: async (entity, action, sample) => {
          if (options.record !== undefined)
            await writeSample(join(options.record, connector), `${entity}.${action}`, sample);
        },
      });
      print(terminal, options, report, () => reportText(report));
      if (differenceCount(report) > 0) end(exitCodes.other);
    });
}

const collect = (value: string, before: readonly string[]) => [...before, value];

function parsedParam(text: string): readonly [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw invalidInput('--param must be name=value or entity.name=value.');
  return [name, value];
}

function requireParameters({ entities }: ConnectorManifest, given: readonly string[]): void {
  const names = entities.flatMap((entity) =>
    entity.actions
      .flatMap(({ params }) => Object.keys((params as Schema).properties ?? {}))
      .flatMap((name) => [name, `${entity.name}.${name}`]),
  );
  const unknown = given.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const near = nearestOf(unknown, names);
  throw invalidInput(`No action has a parameter "${unknown}".${near === undefined ? '' : ` Did you mean "${near}"?`}`);
}

async function writeSample(folder: string, name: string, sample: unknown): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw invalidInput(`The folder ${folder} cannot be created (${(error as NodeJS.ErrnoException).code}).`);
  }
  const bytes = Buffer.from(`${writeExactly(sample)}\n`);
  await writeWholeFile(
    join(folder, `${name}.json`),
    (async function* () {
      yield bytes;
    })(),
  );
}
