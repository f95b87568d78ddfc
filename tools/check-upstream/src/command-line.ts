import { parseArgs } from 'node:util';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { checkInstalled, type Outcome } from './check-installed.ts';
import { renderReport } from './report.ts';
import { descriptionsFolder } from './upstream-facts.ts';

const usage = `check-upstream: hold connectors against their vendors' own API descriptions

  check-upstream <connector>... | --all [options]

  <connector>           id of a connector that comes with the gateway
  --all                 every one of them
  --descriptions <dir>  folder of all vendors' descriptions; default: ../shared/upstream beside the repository
  --json                print the reports as JSON
  --help                print this text

  exit code 0: everything passes or is a known deviation; 1: otherwise
`;

/** Where the command writes. Both functions expect text that includes line breaks. */
export interface CommandOutput {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/** Runs the command with its arguments (without the program's name) and returns the exit code. */
export async function runCommandLine(args: readonly string[], output: CommandOutput): Promise<number> {
  try {
    const { values: options, positionals } = readOptions(args);
    if (options.help === true) {
      output.out(usage);
      return 0;
    }
    const outcomes: Outcome[] = [];
    for (const connector of chosen(positionals, options.all === true)) {
      outcomes.push(await checkInstalled(connector, options.descriptions ?? descriptionsFolder));
    }
    output.out(options.json === true ? `${JSON.stringify(outcomes, null, 2)}\n` : asText(outcomes));
    return outcomes.every((outcome) => 'undescribed' in outcome || outcome.passed) ? 0 : 1;
  } catch (error) {
    output.error(`check-upstream: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        all: { type: 'boolean' },
        descriptions: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n\n${usage}`, { cause });
  }
}

function chosen(ids: readonly string[], all: boolean) {
  if (all === ids.length > 0) throw new Error(`give the ids of connectors, or --all\n\n${usage}`);
  const known = builtInConnectors.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) throw new Error(`there is no connector "${unknown}"; there are ${known.join(', ')}`);
  return builtInConnectors.filter(({ id }) => all || ids.includes(id));
}

function asText(outcomes: readonly Outcome[]): string {
  const reports = outcomes.flatMap((outcome) => ('undescribed' in outcome ? [] : [outcome]));
  const others = outcomes.flatMap((outcome) =>
    'undescribed' in outcome ? [`${outcome.connector}: no description, ${outcome.undescribed}\n`] : [],
  );
  return (reports.length > 0 ? renderReport(reports) : '') + others.join('');
}
