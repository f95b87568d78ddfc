import { Command } from 'commander';
import { readinessFindings, versionFinding } from '../doctor/check-gateway.ts';
import { metricsFindings } from '../doctor/check-metrics.ts';
import { checkToken } from '../doctor/check-token.ts';
import { connectorFinding, workspaceFindings } from '../doctor/check-workspace.ts';
import { type Finding, fail } from '../doctor/finding.ts';
import { reachGateway } from '../doctor/reach-gateway.ts';
import { exitCodes } from '../exit-code.ts';
import { clientOf } from '../gateway.ts';
import { type GatewayAccess, gatewayAccess, gatewayUrl } from '../gateway-access.ts';
import { colored } from '../json-text.ts';
import { type PrintOptions, print } from '../print.ts';
import { ProblemError } from '../problem-error.ts';
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

/** `connectory doctor`: what is wrong with an installation, and what to do. `end` is called with the exit code when a check fails. */
export function doctorCommand(terminal: Terminal, end: (code: number) => void): Command {
  return new Command('doctor')
    .description('find out what is wrong with an installation')
    .addOption(workspaceOption())
    .option('--data <folder>', 'data directory of a gateway on this machine')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(async ({ workspace, data, ...options }: DoctorOptions) => {
      const findings = [...(await localFindings(terminal, data)), ...(await remoteFindings(terminal, workspace))];
      print(terminal, options, findings, () => textOf(findings, terminal.colors.out));
      if (findings.some(({ state }) => state === 'fail')) end(exitCodes.other);
    });
}

async function localFindings({ environment }: Terminal, data: string | undefined): Promise<readonly Finding[]> {
  const isHere = environment.CONNECTORY_DATA_DIR || environment.CONNECTORY_DATABASE_URL;
  if (data === undefined && !isHere) return [];
  // A gateway takes its time to load.
  const { inspectInstallation } = await import('@connectory/gateway');
  return inspectInstallation({ ...environment, ...(data !== undefined && { CONNECTORY_DATA_DIR: data }) });
}

async function remoteFindings(terminal: Terminal, workspace: string | undefined): Promise<readonly Finding[]> {
  const url = gatewayUrl(terminal);
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    return [
      fail('gateway', `"${url}" is not the URL of a gateway.`, 'Give a URL such as https://connect.example.com.'),
    ];
  const { document, findings } = await reachGateway(url);
  if (document === undefined) return findings;
  const named = workspace ?? (terminal.environment.CONNECTORY_WORKSPACE || undefined);
  return [
    ...findings,
    await versionFinding(document),
    ...(await readinessFindings(url)),
    ...(await metricsFindings(url, terminal.environment.CONNECTORY_METRICS_TOKEN)),
    ...(await accessFindings(terminal, named)),
  ];
}

async function accessFindings(terminal: Terminal, workspace: string | undefined): Promise<readonly Finding[]> {
  let access: GatewayAccess;
  try {
    access = gatewayAccess(terminal);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return [fail('token', error.message, 'Give a token that the gateway accepts.')];
  }
  const client = clientOf(access);
  const { findings, workspaces } = await checkToken(client, workspace);
  if (workspaces === undefined) return findings;
  const all: Finding[] = [...findings, await connectorFinding(client)];
  for (const name of workspaces) all.push(...(await workspaceFindings(client, name)));
  return all;
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
