import { clientOf } from '../gateway.ts';
import { type GatewayAccess, gatewayAccess, gatewayUrl } from '../gateway-access.ts';
import { namedWorkspace } from '../named-workspace.ts';
import { ProblemError } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';
import { readinessFindings, versionFinding } from './check-gateway.ts';
import { metricsFindings } from './check-metrics.ts';
import { checkToken } from './check-token.ts';
import { connectorFinding, workspaceFindings } from './check-workspace.ts';
import { type Finding, fail } from './finding.ts';
import { reachGateway } from './reach-gateway.ts';

/** Runs all checks: of the data on this machine, if the gateway keeps them here, and of the gateway that the terminal's options choose. */
export async function allFindings(
  terminal: Terminal,
  workspace: string | undefined,
  data: string | undefined,
): Promise<readonly Finding[]> {
  return [...(await localFindings(terminal, data)), ...(await remoteFindings(terminal, workspace))];
}

async function localFindings({ environment }: Terminal, data: string | undefined): Promise<readonly Finding[]> {
  const isHere = environment.CONNECTORY_DATA_DIR || environment.CONNECTORY_DATABASE_URL;
  if (data === undefined && !isHere) return [];
  // Imported here because the gateway takes time to load.
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
  return [
    ...findings,
    await versionFinding(document),
    ...(await readinessFindings(url)),
    ...(await metricsFindings(url, terminal.environment.CONNECTORY_METRICS_TOKEN)),
    ...(await accessFindings(terminal, namedWorkspace(terminal, workspace))),
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
