import type { HeldCall } from '@connectory/client';
import { parseVerbatim } from '@connectory/exact-json';
import { Option } from 'commander';
import { openFile } from '../file-input.ts';
import { jsonText } from '../json-text.ts';
import { invalidInput } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';
import { writeWholeFile } from '../write-whole-file.ts';
import type { ActionRequest, ActionRunner } from './action-runner.ts';
import { aggregateText } from './aggregate-text.ts';
import { allRecords } from './all-records.ts';

/** Options for running an action and for the destination of its response. */
export interface RunOptions {
  readonly all?: true;
  readonly output?: string;
  readonly file?: string;
  readonly idempotencyKey?: string;
  readonly json?: true;
}

/** The options of every command that runs actions. */
export const runOptions = (): readonly Option[] => [
  new Option('-a, --all', 'fetch all pages and print one record per line'),
  new Option('-o, --output <file>', 'write the response or the downloaded file to a file'),
  new Option('--file <path>', 'the file of an upload'),
  new Option('--idempotency-key <key>', 'makes it safe to retry a write with the same key for 24 hours'),
  new Option('--json', 'print JSON on one line, and errors as JSON, even on a terminal'),
];

/** Runs a request and prints its response, or writes it to a file. Throws its problem if it fails. */
export async function runAndPrint(
  terminal: Terminal,
  runner: ActionRunner,
  request: ActionRequest,
  options: RunOptions,
): Promise<void> {
  if (options.all !== undefined) {
    await write(terminal, options, encoded(allRecords(runner, request)));
    return;
  }
  if (
    request.action === 'download' &&
    request.dry_run !== true &&
    terminal.isInteractive &&
    options.output === undefined
  ) {
    throw invalidInput(
      'A file would fill the terminal with bytes. Name a file with --output, or send the output to another command.',
    );
  }
  const file = options.file === undefined ? undefined : await openFile(options.file);
  const response = await runner.run(request, options.idempotencyKey, file);
  if (response.kind === 'file') await write(terminal, options, response.bytes);
  else if (options.output === undefined) terminal.out(`${shown(terminal, options, request, response.text)}\n`);
  else await write(terminal, options, encoded([`${response.text}\n`]));
  if (response.kind === 'json' && response.isHeld === true) terminal.error(`${heldSentence(response.text)}\n`);
}

function heldSentence(text: string): string {
  const { data } = JSON.parse(text) as { readonly data: { readonly held: HeldCall } };
  const { id, expires_at: until } = data.held;
  return `Nothing was sent: the write waits for approval until ${until}. For its outcome: connectory held get ${id}`;
}

const write = (terminal: Terminal, { output }: RunOptions, bytes: AsyncIterable<Uint8Array>) =>
  output === undefined ? terminal.outBytes(bytes) : writeWholeFile(output, bytes);

async function* encoded(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array, void> {
  for await (const text of texts) yield Buffer.from(text);
}

function shown(
  { isInteractive, colors }: Terminal,
  { json }: RunOptions,
  request: ActionRequest,
  text: string,
): string {
  if (!isInteractive || json !== undefined) return text;
  return aggregateText(request, text) ?? jsonText(parseVerbatim(text), colors.out);
}
