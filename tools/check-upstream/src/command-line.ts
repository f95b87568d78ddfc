import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Connector } from '@connectory/connector-sdk';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { builtInSandboxes } from '@connectory/gateway/built-in-sandboxes';
import type { ConnectorSandbox } from '@connectory/sandbox';
import { z } from 'zod';
import { checkConnector } from './check-connector.ts';
import type { UpstreamReport } from './check-upstream.ts';
import type { ApiDescription } from './description.ts';
import { loadDescription } from './formats.ts';
import { knownDeviations, renderReport } from './report.ts';

const usage = `check-upstream: hold connectors against their vendors' own API descriptions

  check-upstream <connector>... | --all [options]

  <connector>           id of a connector that comes with the gateway
  --all                 every one of them
  --descriptions <dir>  folder of all vendors' descriptions; default: ../shared/upstream next to the repository
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
      outcomes.push(await checkInstalled(connector, sandboxOf(connector), options.descriptions ?? descriptionsFolder));
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

const sandboxOf = (connector: Connector) => builtInSandboxes.find((sandbox) => sandbox.connector === connector);

function asText(outcomes: readonly Outcome[]): string {
  const reports = outcomes.flatMap((outcome) => ('undescribed' in outcome ? [] : [outcome]));
  const others = outcomes.flatMap((outcome) =>
    'undescribed' in outcome ? [`${outcome.connector}: no description, ${outcome.undescribed}\n`] : [],
  );
  return (reports.length > 0 ? renderReport(reports) : '') + others.join('');
}

/** The outcome for one connector: a report, or the reason why there is nothing to compare it with. */
export type Outcome = UpstreamReport | { readonly connector: string; readonly undescribed: string };

/** Compares a connector with the descriptions named in its folder. Throws an `Error` if its facts or a description cannot be read. */
export async function checkInstalled(
  connector: Connector,
  sandbox: ConnectorSandbox | undefined,
  descriptionsFolder: string,
): Promise<Outcome> {
  const facts = await readUpstreamFacts(connector.id);
  if (facts.descriptions.length === 0) return { connector: connector.id, undescribed: facts.reason };
  const descriptions = await loadDescriptions(facts, descriptionsFolder);
  const { apiVersion, deviations } = facts;
  return checkConnector(connector, {
    ...(sandbox && { sandbox }),
    ...(apiVersion && { apiVersion }),
    descriptions,
    deviations,
  });
}

/** The contents of a connector's `check-upstream.json`. */
const upstreamFacts = z.strictObject({
  reason: z.string().trim().min(1, 'write why query names are a closed or an open set, or why there is no description'),
  descriptions: z.array(
    z.strictObject({
      file: z.string().min(1),
      query: z.enum(['closed', 'open']),
      endpoint: z.url().optional(),
    }),
  ),
  apiVersion: z.string().min(1).optional(),
  deviations: knownDeviations.default([]),
});

/**
 * Content of `check-upstream.json`. `file` is relative to the folder of all vendors' descriptions; with a `closed` query, an undescribed
 * name is a deviation, with an `open` one the vendor's list is incomplete; `endpoint` is the path of a GraphQL API. `apiVersion` is the
 * version that the descriptions are of, if it is not the pinned one.
 */
export type UpstreamFacts = z.output<typeof upstreamFacts>;

const connectors = fileURLToPath(new URL('../../../connectors', import.meta.url));

/** The default folder of the vendors' descriptions: third-party files that are never part of the repository. */
export const descriptionsFolder = fileURLToPath(new URL('../../../../shared/upstream', import.meta.url));

/** Reads `check-upstream.json` of a connector's folder. Throws an `Error` that explains what to write if the file is missing or invalid. */
export async function readUpstreamFacts(connector: string, folder = connectors): Promise<UpstreamFacts> {
  const file = join(folder, connector, 'check-upstream.json');
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    const advice =
      'It names the descriptions the connector is held against, or none and the reason: tools/check-upstream/README.md.';
    throw new Error(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}. ${advice}`, { cause });
  }
  const result = upstreamFacts.safeParse(content);
  if (!result.success) throw new Error(`${file} is not valid:\n${z.prettifyError(result.error)}`);
  return result.data;
}

/**
 * Loads the descriptions that a connector names. Throws an `Error` for a missing file, and a `DescriptionError` for one that cannot be
 * read.
 */
export async function loadDescriptions({ descriptions }: UpstreamFacts, folder: string): Promise<ApiDescription[]> {
  return Promise.all(
    descriptions.map(async ({ file, query, endpoint }) =>
      loadDescription({
        name: file,
        text: await readFile(join(folder, file), 'utf8'),
        openQuery: query === 'open',
        ...(endpoint === undefined ? {} : { endpoint }),
      }),
    ),
  );
}
