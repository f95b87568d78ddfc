import { type Client, ConnectoryError, linesOf } from '@connectory/client';
import { parseVerbatim } from '@connectory/exact-json';
import { type Problem, ProblemError } from '../problem-error.ts';
import type { CallGroup } from './read-calls.ts';

/** How a call of a file ended, as the gateway says it, with the number of its line. */
export interface CallOutcome {
  readonly line: number;
  readonly status: 'succeeded' | 'held' | 'failed' | 'unknown' | 'not_run';
  readonly result?: unknown;
  readonly error?: Problem;
}

/** Why calls of a batch were not run. */
export interface BatchEnd {
  readonly reason?: 'failed_call' | 'time' | 'error';
  readonly error?: Problem;
}

/** How to run the calls. */
export interface SendOptions {
  readonly order?: string;
  readonly on_error?: string;
  readonly dry_run?: boolean;
}

/**
 * Runs the calls of a group and yields the outcome of each as it arrives; returns how the batch ended. A batch that the gateway ends because
 * of its time is continued with its key. Throws a problem if nothing was sent, or if the response is cut off.
 */
export async function* sendBatch(
  client: Client,
  connectorId: string,
  group: CallGroup,
  options: SendOptions,
  key: string,
): AsyncGenerator<CallOutcome, BatchEnd> {
  const ended = new Set<number>();
  for (;;) {
    let end: BatchEnd | undefined;
    const notRun: CallOutcome[] = [];
    for await (const line of receivedLines(await streamOf(client, connectorId, group, options, key))) {
      const { index, meta, ...item } = parseVerbatim(line) as Omit<CallOutcome, 'line'> & {
        readonly index?: unknown;
        readonly meta?: BatchEnd;
      };
      if (meta !== undefined) end = meta;
      const at = Number(JSON.stringify(index));
      if (index === undefined || ended.has(at)) continue;
      const outcome = { line: group.lineNumbers[at] ?? 0, ...item };
      if (item.status === 'not_run') {
        notRun.push(outcome);
        continue;
      }
      ended.add(at);
      yield outcome;
    }
    if (end === undefined) throw interrupted();
    if (end.reason === 'time') continue;
    yield* notRun;
    return end;
  }
}

async function streamOf(
  { transport }: Client,
  connectorId: string,
  { lines, lineNumbers }: CallGroup,
  options: SendOptions,
  key: string,
): Promise<ReadableStream<Uint8Array> | null> {
  try {
    const { response } = await transport.POST('/api/v1/integrations/connectors/{connector_id}/batch', {
      params: { path: { connector_id: connectorId }, header: { 'Idempotency-Key': key } },
      headers: { accept: 'application/x-ndjson', 'content-type': 'application/json' },
      body: { calls: [] },
      bodySerializer: () => `{"calls":[${lines.join(',')}]${membersOf(options)}}`,
      parseAs: 'stream',
    });
    return response.body;
  } catch (error) {
    throw withLines(error, lineNumbers);
  }
}

const membersOf = (options: SendOptions) =>
  Object.entries(options)
    .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join('');

async function* receivedLines(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  try {
    yield* linesOf(stream);
  } catch (error) {
    throw interrupted(error);
  }
}

const interrupted = (cause?: unknown) =>
  new ProblemError(
    { status: 0, code: 'gateway_unreachable', message: 'The response of the gateway was cut off.' },
    { cause },
  );

/** The error with the lines of the file in place of the positions in the request. */
function withLines(error: unknown, lineNumbers: readonly number[]): unknown {
  if (!(error instanceof ConnectoryError) || error.problem === undefined) return error;
  const lineOf = (text: string) =>
    text.replaceAll(/\/calls\/(\d+)/g, (_, index: string) => `line ${lineNumbers[Number(index)]} `);
  const { problem } = error;
  return new ProblemError(
    {
      ...problem,
      message: lineOf(problem.message),
      errors: problem.errors.map((one) => ({ ...one, field: lineOf(one.field) })),
    } as Problem,
    { cause: error },
  );
}
