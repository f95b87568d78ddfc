import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import * as fc from 'fast-check';
import { Pool } from 'undici';
import {
  brokenRequests,
  extremeCalls,
  type HostileRequest,
  rawRequests,
  type Target,
} from '../../../../apps/gateway/test/hostile-requests/index.ts';
import { Failures } from '../failures.ts';
import type { Answer } from '../gateway/gateway-client.ts';
import { isFaultOfOurs } from '../gateway/is-fault-of-ours.ts';
import { ProcessWatch, watchable } from '../gateway/process-watch.ts';
import { RehearsedGateway, type RunningGateway } from '../gateway/rehearsed-gateway.ts';
import { Workspace } from '../gateway/workspace.ts';
import { levelLine } from '../level.ts';
import { connectionDraft } from '../vendors/connection-draft.ts';
import { Vendors } from '../vendors/vendors.ts';
import { atLeast, type Line, none, shown, type Verdict } from '../verdict.ts';
import { type Health, percentile, probeHealth } from './probe-health.ts';
import { sendBytes, sendHostile } from './send-hostile.ts';

/** What to rehearse. */
export interface HostilePlan {
  readonly requests: number;
  readonly seed: number;
}

const chunk = 400;
const callers = 16;
const slowest = 2_000;
/** With fewer requests, memory and latency are not meaningful. */
const enoughToJudge = 20_000;

/** The responses so far, by kind of request and class of status. */
type Counts = Map<string, number>;

/**
 * Sends hostile requests to a gateway with all built-in connectors: half of them valid JSON for real actions with extreme values, half of
 * them with broken bodies, headers, paths, methods or bytes. Checks every response, memory, and `/healthz` at the same time.
 */
export async function rehearseHostile(plan: HostilePlan, progress: (text: string) => void): Promise<Verdict> {
  const failures = new Failures();
  const rehearsed = await RehearsedGateway.prepare('sqlite');
  const vendors = await Vendors.start({
    connectors: builtInConnectors,
    recordsPerEntity: 10,
    seed: plan.seed,
    latency: 0,
  });
  try {
    progress('start and connections');
    const gateway = await rehearsed.start(watchable(rehearsed.directory));
    const target = await prepare(gateway, rehearsed.adminToken, vendors);
    const watch = new ProcessWatch(gateway.process.pid, rehearsed.directory);
    const over = new AbortController();
    const probing = probeHealth(gateway.process.url, over.signal);
    const counts = await sendAll({ plan, gateway, target, failures, watch, progress });
    over.abort();
    const health = await probing;
    if (gateway.process.hasEnded()) failures.add('ended', gateway.process.output());
    const codes = await rehearsed.close();
    return {
      title: `${plan.requests} hostile requests (seed ${plan.seed})`,
      lines: linesOf(plan, failures, counts, health, watch, codes),
      failures: failures.texts,
      figures: { plan, counts: Object.fromEntries(counts), samples: watch.samples },
    };
  } finally {
    await rehearsed.close();
    await vendors.stop();
  }
}

// The management requests name this workspace.
const workspaceName = 'test';

async function prepare({ client }: RunningGateway, adminToken: string, vendors: Vendors): Promise<Target> {
  const workspace = await Workspace.create(client, adminToken, workspaceName);
  const connections: Record<string, string> = {};
  for (const connector of builtInConnectors)
    connections[connector.id] = await workspace.connect(connectionDraft(connector, vendors), connector.id);
  const other = await Workspace.create(client, adminToken, 'other');
  const foreign: string[] = [];
  for (const connector of builtInConnectors.slice(0, 3))
    foreign.push(await other.connect(connectionDraft(connector, vendors), connector.id));
  return { token: workspace.token, adminToken, connections, foreign };
}

interface Sendings {
  readonly plan: HostilePlan;
  readonly gateway: RunningGateway;
  readonly target: Target;
  readonly failures: Failures;
  readonly watch: ProcessWatch;
  progress(text: string): void;
}

async function sendAll({ plan, gateway, target, failures, watch, progress }: Sendings): Promise<Counts> {
  const pool = new Pool(gateway.process.url, { connections: callers });
  const extreme = extremeCalls(target, builtInConnectors);
  const broken = fc.oneof(
    { weight: 9, arbitrary: brokenRequests(target, builtInConnectors) },
    { weight: 1, arbitrary: rawRequests(target) },
  );
  const counts: Counts = new Map();
  const sampleEvery = Math.max(chunk, Math.floor(plan.requests / 40 / chunk) * chunk);
  for (let sent = 0; sent < plan.requests && !gateway.process.hasEnded(); sent += chunk) {
    if (sent % sampleEvery === 0) await watch.take();
    progress(`${sent} of ${plan.requests} requests`);
    const numRuns = Math.min(chunk, plan.requests - sent);
    const half = Math.ceil(numRuns / 2);
    const seed = plan.seed + sent;
    const requests = [
      ...fc.sample(extreme, { numRuns: half, seed }),
      ...fc.sample(broken, { numRuns: numRuns - half, seed }),
    ];
    await sendSome(requests, async (request) => {
      const isRaw = Buffer.isBuffer(request);
      const answer = isRaw ? await sendBytes(gateway.process.url, request) : await sendHostile(pool, request);
      const about = isRaw ? 'bytes' : request.about;
      const key = `${about} ${Math.floor(answer.status / 100)}xx`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      judge(request, answer, failures);
    });
  }
  await watch.take();
  await pool.destroy();
  return counts;
}

async function sendSome<Item>(items: readonly Item[], send: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < items.length) await send(items[next++] as Item);
  };
  await Promise.all(Array.from({ length: callers }, work));
}

function judge(request: HostileRequest | Buffer, answer: Answer, failures: Failures): void {
  const isRaw = Buffer.isBuffer(request);
  const told = () => `${shownRequest(request)}\n    -> ${answer.status} ${answer.text.slice(0, 300)}`;
  if (isFaultOfOurs(answer)) failures.add('error of the gateway', told());
  if (isRaw) return;
  if (answer.status === 0) failures.add('no answer', told());
  if (request.about === 'foreign' && answer.status < 400) failures.add('reached another workspace', told());
  const isProblem = answer.json?.code !== undefined && answer.json.status === answer.status;
  if (answer.status >= 400 && request.method !== 'HEAD' && !isProblem) failures.add('no problem document', told());
}

function shownRequest(request: HostileRequest | Buffer): string {
  if (Buffer.isBuffer(request)) return JSON.stringify(request.toString('latin1')).slice(0, 250);
  const { method, path, headers, body } = request;
  const shownHeaders = JSON.stringify({
    ...headers,
    ...(headers.authorization !== undefined && { authorization: '…' }),
  });
  return `${method} ${path.slice(0, 120)} ${shownHeaders.slice(0, 150)} ${String(body).slice(0, 250)}`;
}

function linesOf(
  { requests }: HostilePlan,
  failures: Failures,
  counts: Counts,
  { milliseconds, failed }: Health,
  { samples }: ProcessWatch,
  exitCodes: readonly (number | null)[],
): readonly Line[] {
  const isJudged = requests >= enoughToJudge;
  const secondHalf = samples.slice(Math.floor(samples.length / 2));
  const total = (status: string) =>
    [...counts].reduce((sum, [key, count]) => (key.endsWith(status) ? sum + count : sum), 0);
  const worst = Math.max(0, ...milliseconds);
  return [
    shown('answers', ['2xx', '4xx', '5xx', '0xx'].map((status) => `${total(status)} ${status}`).join(', ')),
    none('errors of the gateway', failures.count('error of the gateway'), requests),
    none('requests without an answer', failures.count('no answer')),
    none('failures without a problem document', failures.count('no problem document')),
    none('calls that reached another workspace', failures.count('reached another workspace')),
    // If all requests were rejected, nothing would be tested.
    atLeast('calls that were carried out', total('2xx'), Math.floor(requests / 100)),
    none('/healthz: without a 200', failed, milliseconds.length),
    {
      name: '/healthz: p99, slowest',
      seen: `${Math.round(percentile(milliseconds, 0.99))} ms, ${Math.round(worst)} ms`,
      wanted: isJudged ? `at most ${slowest} ms` : '',
      holds: isJudged ? worst <= slowest : null,
    },
    levelLine(
      'resident memory in the second half',
      secondHalf.map((sample) => [sample.seconds, sample.residentMegabytes]),
      { share: 0.1, absolute: 24 },
      'MB',
      isJudged,
    ),
    levelLine(
      'heap after collection in the second half',
      secondHalf.map((sample) => [sample.seconds, sample.heapMegabytes]),
      { share: 0.1, absolute: 8 },
      'MB',
      isJudged,
    ),
    none('processes that did not end well when told to, within 35 s', exitCodes.filter((code) => code !== 0).length),
  ];
}
