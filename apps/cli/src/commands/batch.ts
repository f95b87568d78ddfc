import { randomUUID } from 'node:crypto';
import { Command, Option } from 'commander';
import { readCalls } from '../batch/read-calls.ts';
import { type BatchEnd, type CallOutcome, type SendOptions, sendBatch } from '../batch/send-batch.ts';
import { exitCodeOf, exitCodes } from '../exit-code.ts';
import { findConnectionOrConnector } from '../find-connection.ts';
import { openGateway } from '../gateway.ts';
import { namedWorkspace } from '../named-workspace.ts';
import { isForPeople, type PrintOptions } from '../print.ts';
import { printable, tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption, workspaceOption } from './options.ts';

interface BatchOptions extends PrintOptions {
  readonly workspace?: string;
  readonly order?: string;
  readonly onError?: string;
  readonly dryRun?: true;
  readonly idempotencyKey?: string;
}

const maxShown = 20;

const help = `
Each line of the file is the JSON object of an execute call: {"entity":"customers","action":"update","params":{"id":"cus_1","name":"Ada"}}.
It prints how each call ended, one JSON object per line. The exit code is 0 only if every call succeeded; if not, a summary follows on
standard error.

Up to 1,000 calls are one request, of which none is sent to the vendor unless all are valid. After an interruption, run the command again with
the printed --idempotency-key: what was carried out is not repeated.

Examples:
  echo '{"entity":"customers","action":"create","params":{"name":"Ada"}}' | connectory batch stripe - --dry-run
  echo '{"entity":"customers","action":"list","params":{"limit":1}}' | connectory batch stripe -
`;

/** `connectory batch`: runs the calls of a file. `end` is called with the exit code unless every call succeeded. */
export function batchCommand(terminal: Terminal, end: (code: number) => void): Command {
  return new Command('batch')
    .description('run many actions of a connection, one JSON request per line')
    .argument('<connection>', 'name or ID of the connection, or its connector')
    .argument('<file>', 'the file with the calls, or - for standard input')
    .addOption(workspaceOption())
    .addOption(
      new Option('--order <order>', 'run them at the same time (default), or one by one').choices([
        'parallel',
        'sequential',
      ]),
    )
    .addOption(
      new Option('--on-error <what>', 'run the other calls (default), or begin no further one').choices([
        'continue',
        'stop',
      ]),
    )
    .option('--dry-run', 'print the upstream requests instead of sending them')
    .option('--idempotency-key <key>', 'continue the batch that was sent with this key')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(async (connection: string, file: string, options: BatchOptions) => {
      const groups = await readCalls(terminal, file);
      const client = openGateway(terminal);
      const { id } = await findConnectionOrConnector(client, namedWorkspace(terminal, options.workspace), connection);
      const key = options.idempotencyKey ?? randomUUID();
      const total = groups.reduce((sum, { lines }) => sum + lines.length, 0);
      const tally = new Tally(terminal, total);
      const request: SendOptions = {
        ...(options.order !== undefined && { order: options.order }),
        ...(options.onError !== undefined && { on_error: options.onError }),
        ...(options.dryRun !== undefined && { dry_run: true }),
      };
      async function* outcomes(): AsyncGenerator<CallOutcome> {
        for (const [position, group] of groups.entries()) {
          const sent = sendBatch(client, id, group, request, `${key}/${position}`);
          let next = await sent.next();
          for (; next.done !== true; next = await sent.next()) {
            tally.add(next.value);
            yield next.value;
          }
          tally.end = next.value;
          if (next.value.reason !== undefined) return;
        }
      }
      try {
        if (isForPeople(terminal, options)) for await (const _ of outcomes());
        else await terminal.outBytes(linesOf(outcomes()));
      } catch (error) {
        tally.close();
        if (tally.hasBegun || exitCodeOf(error) === exitCodes.other)
          terminal.error(`To continue, run the command again with --idempotency-key ${key}\n`);
        throw error;
      }
      tally.close();
      if (isForPeople(terminal, options)) terminal.out(`${tally.text()}\n`);
      if (tally.isComplete) return;
      if (!isForPeople(terminal, options)) terminal.error(`${tally.summary()}\n`);
      terminal.error(`To send again what did not succeed, add --idempotency-key ${key}\n`);
      end(exitCodes.other);
    });
}

async function* linesOf(outcomes: AsyncIterable<CallOutcome>): AsyncGenerator<Uint8Array> {
  for await (const outcome of outcomes) yield Buffer.from(`${JSON.stringify(outcome)}\n`);
}

/** Counts the outcomes, and shows the progress on standard error if that is a terminal. */
class Tally {
  end: BatchEnd = {};
  readonly #terminal: Terminal;
  readonly #total: number;
  readonly #counts = { succeeded: 0, held: 0, failed: 0, unknown: 0, not_run: 0 };
  readonly #shown: CallOutcome[] = [];
  #ended = 0;

  constructor(terminal: Terminal, total: number) {
    this.#terminal = terminal;
    this.#total = total;
  }

  add(outcome: CallOutcome): void {
    this.#counts[outcome.status]++;
    this.#ended++;
    if (outcome.error !== undefined && this.#shown.length < maxShown) this.#shown.push(outcome);
    if (this.#terminal.isErrorInteractive) this.#terminal.error(`\r${this.#ended} of ${this.#total} calls`);
  }

  close(): void {
    if (this.#terminal.isErrorInteractive && this.hasBegun) this.#terminal.error('\n');
  }

  get hasBegun(): boolean {
    return this.#ended > 0;
  }

  get isComplete(): boolean {
    return this.#counts.succeeded + this.#counts.held === this.#total;
  }

  summary(): string {
    const { succeeded, held, failed, unknown } = this.#counts;
    const notRun = this.#total - succeeded - held - failed - unknown;
    const counts = [
      `${succeeded} succeeded`,
      ...(held > 0 ? [`${held} wait for approval`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(unknown > 0 ? [`${unknown} may have been carried out`] : []),
      ...(notRun > 0 ? [`${notRun} not run`] : []),
    ].join(', ');
    const { error } = this.end;
    return error === undefined ? counts : `${counts}: ${printable(error.message)}`;
  }

  text(): string {
    if (this.#shown.length === 0) return this.summary();
    const rows = this.#shown.map(({ line, status, error }) => [line, status, error?.code, error?.message]);
    return `${tableText(['line', 'status', 'code', 'message'], rows)}\n\n${this.summary()}`;
  }
}
