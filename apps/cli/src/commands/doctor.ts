import { Command } from 'commander';
import type { Finding } from '../doctor/finding.ts';
import { exitCodes } from '../exit-code.ts';
import { colored } from '../json-text.ts';
import { type PrintOptions, print } from '../print.ts';
import { printable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption, workspaceOption } from './options.ts';

interface DoctorOptions extends PrintOptions {
  readonly workspace?: string;
  readonly data?: string;
}

const help = `
It checks the gateway as any command reaches it: network, proxy, clock, version, readiness, token, connectors, connections and syncs. On the
machine of the gateway it also checks settings, data directory, disk space, database, migrations and encryption key: give --data, or run it
with the variables of connectory serve (CONNECTORY_DATA_DIR, CONNECTORY_DATABASE_URL …). With CONNECTORY_METRICS_TOKEN, or without a proxy on
that machine, it reads the metrics too. It changes nothing. The exit code is 1 if a check fails.

Examples:
  connectory doctor
  connectory doctor --data "$CONNECTORY_DATA_DIR"
`;

/** `connectory doctor`: diagnoses an installation and advises what to do. `end` is called with the exit code if a check fails. */
export function doctorCommand(terminal: Terminal, end: (code: number) => void): Command {
  return new Command('doctor')
    .description('find out what is wrong with an installation')
    .addOption(workspaceOption())
    .option('--data <folder>', 'data directory of a gateway on this machine')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(async ({ workspace, data, ...options }: DoctorOptions) => {
      // No other command needs the checks.
      const { allFindings } = await import('../doctor/all-findings.ts');
      const findings = await allFindings(terminal, workspace, data);
      print(terminal, options, findings, () => textOf(findings, terminal.colors.out));
      if (findings.some(({ state }) => state === 'fail')) end(exitCodes.other);
    });
}

const colors = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

function textOf(findings: readonly Finding[], isColored: boolean): string {
  const lines = findings.flatMap(({ check, state, message, advice }) => [
    `${isColored ? colored(colors[state], state.padEnd(4)) : state.padEnd(4)}  ${check.padEnd(14)}  ${printable(message)}`,
    ...(advice === undefined ? [] : [`${' '.repeat(22)}${printable(advice)}`]),
  ]);
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length;
  return [...lines, '', `${count('ok')} ok, ${count('warn')} warn, ${count('fail')} fail`].join('\n');
}
