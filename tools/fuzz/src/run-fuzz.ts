import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoGateway } from './demo-gateway.ts';
import { writeExampleDocuments } from './example-documents.ts';
import { passConfiguration } from './pass-configuration.ts';
import { type Pass, passesOf } from './passes.ts';
import { type Fault, type Outcome, readEvents } from './read-events.ts';
import { runSchemathesis } from './schemathesis.ts';

/** What to send. */
export interface FuzzOptions {
  readonly program: string;
  /** The minimum number of requests. */
  readonly requests: number;
  readonly seed: number;
  /** Called at the end of each pass with a line for people. */
  readonly onPass?: (line: string) => void;
}

/** The result: number of responses by status, and every error with the pass that found it. */
export interface FuzzResult {
  readonly requests: number;
  readonly statuses: ReadonlyMap<string, number>;
  readonly faults: readonly (Fault & { readonly pass: string })[];
  /** Number of links that led to a success, by the name of the pass that followed them. */
  readonly followedLinks: ReadonlyMap<string, number>;
}

/** From this number of requests on, every bound of every schema is tested as well. */
const thoroughFrom = 2000;
const longestPass = 600_000;
// A pass sends about twice as many requests as it is told to generate, and a round covers about 500 operations.
const requestsPerRound = 1000;
const mostExamples = 5;
/** A scenario is a request and a few others that links of its responses lead to. */
const leastScenarios = 12;

/** Starts a demo gateway and sends requests generated from its documents until there are enough. Throws if it cannot start. */
export async function runFuzz({ program, requests, seed, onPass }: FuzzOptions): Promise<FuzzResult> {
  const statuses = new Map<string, number>();
  const faults: (Fault & { pass: string })[] = [];
  const followedLinks = new Map<string, number>();
  const count = () => [...statuses.values()].reduce((sum, number) => sum + number, 0);
  const folder = await mkdtemp(join(tmpdir(), 'connectory-schemathesis-'));
  const gateway = await startDemoGateway();
  try {
    const passes = passesOf(gateway, await writeExampleDocuments(folder), requests >= thoroughFrom);
    const examples = Math.min(mostExamples, Math.max(1, Math.round(requests / requestsPerRound)));
    for (let round = 0; count() < requests; round++) {
      const before = count();
      for (const pass of passes) {
        // Only generated requests differ between rounds.
        if (count() >= requests || (round > 0 && pass.phase !== 'fuzzing')) continue;
        const outcome = await runPass(program, pass, gateway.url, folder, examples, seed + round);
        for (const [status, number] of outcome.statuses) statuses.set(status, (statuses.get(status) ?? 0) + number);
        if (pass.phase === 'stateful') followedLinks.set(pass.name, outcome.followedLinks);
        const name = `${pass.name} (${pass.phase}, seed ${seed + round})`;
        faults.push(...outcome.faults.map((fault) => ({ ...fault, pass: name })));
        onPass?.(`${name}: ${count()} requests so far, ${outcome.faults.length} faults`);
      }
      if (count() === before) throw new Error('A whole round sent no request.');
    }
  } finally {
    await gateway.stop().catch((error: unknown) => {
      faults.push({ pass: 'gateway', operation: 'process', message: String(error) });
    });
    await rm(folder, { recursive: true, force: true });
  }
  return { requests: count(), statuses, faults, followedLinks };
}

async function runPass(
  program: string,
  pass: Pass,
  url: string,
  folder: string,
  examples: number,
  seed: number,
): Promise<Outcome> {
  const report = join(folder, 'events.ndjson');
  await rm(report, { force: true });
  await writeFile(join(folder, 'schemathesis.toml'), passConfiguration(pass));
  const followsLinks = pass.phase === 'stateful';
  const most = String(followsLinks ? Math.max(leastScenarios, examples) : examples);
  const { code, output } = await runSchemathesis(
    program,
    [
      'run',
      pass.document,
      ...['--url', url, '--phases', pass.phase, '--max-examples', most, '--seed', String(seed)],
      // A rejected request has no links to follow.
      ...(followsLinks ? ['--mode', 'positive'] : []),
      // Generation time does not depend on the gateway.
      ...['--suppress-health-check', 'all'],
      ...['--report', 'ndjson', '--report-ndjson-path', report, '--no-color', '--request-timeout', '30'],
      ...(pass.token === undefined ? [] : ['--header', `Authorization: Bearer ${pass.token}`]),
      ...(pass.operations === undefined ? [] : ['--include-operation-id-regex', pass.operations]),
      ...(pass.withoutOperations ?? []).flatMap((operation) => ['--exclude-operation-id', operation]),
    ],
    folder,
    longestPass,
  );
  const outcome = await readEvents(report).catch((error: unknown): Outcome => {
    return { statuses: new Map(), faults: [reportFault(error, output)], explained: 0, followedLinks: 0 };
  });
  const { statuses, faults, explained } = outcome;
  const failed = statuses.size === 0 || (code !== 0 && explained === 0);
  return failed && faults.length === 0 ? { ...outcome, faults: [reportFault(`exit code ${code}`, output)] } : outcome;
}

const reportFault = (reason: unknown, output: string): Fault => ({
  operation: 'schemathesis',
  message: `${String(reason)}: ${output.slice(-2000)}`,
});
