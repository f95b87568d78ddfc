import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readChangesets } from '@changesets/read';
import { checkVersions } from './check-versions.ts';
import type { ReleasedConnector } from './released-connector.ts';
import { readReleased, writeReleased } from './released-files.ts';
import { renderReport } from './report.ts';

/** Where the command writes. Both functions expect text that includes line breaks. */
export interface CommandOutput {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs the command on the current connectors, with its arguments (without the program's name), and returns the exit code. */
export async function runCommandLine(
  args: readonly string[],
  present: readonly ReleasedConnector[],
  output: CommandOutput,
): Promise<number> {
  try {
    const { write, released, changesets } = readOptions(args);
    if (write) {
      const written = writeReleased(released, present);
      const names = written.join(', ');
      output.out(written.length === 0 ? 'No version has risen: spec/released stays.\n' : `Written: ${names}\n`);
      return 0;
    }
    const check = checkVersions({
      present,
      released: readReleased(released),
      changesets: await readChangesets(changesets),
      today: new Date().toISOString().slice(0, 10),
    });
    output.out(renderReport(check));
    return check.passed ? 0 : 1;
  } catch (error) {
    output.error(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      // A release writes the files after it has raised the versions.
      write: { type: 'boolean', default: false },
      released: { type: 'string', default: `${root}spec/released` },
      changesets: { type: 'string', default: root },
    },
  });
  return values;
}
