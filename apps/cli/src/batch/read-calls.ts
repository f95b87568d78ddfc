import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { notJson } from '../json-input.ts';
import { invalidInput } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';

/** What the gateway accepts in one batch, with room for the members around the calls. */
const maxCalls = 1_000;
const maxValues = 9_900;
const maxBytes = 1_000_000;

/** Calls that fit into one request, as their lines of JSON, so that every digit is sent as it was written. */
export interface CallGroup {
  readonly lines: readonly string[];
  /** The number of the line of each call in the file, from 1. */
  readonly lineNumbers: readonly number[];
}

/**
 * Reads the calls of a file, or of standard input for `-`: one JSON object per line; empty lines are skipped. Throws a problem of code 4 that
 * names the line if one is not a JSON object, or if there are none.
 */
export async function readCalls(terminal: Terminal, file: string): Promise<readonly CallGroup[]> {
  const input = file === '-' ? Readable.from(terminal.input) : createReadStream(file);
  const groups: { lines: string[]; lineNumbers: number[] }[] = [];
  let [values, bytes, number] = [0, 0, 0];
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++;
      if (line.trim() === '') continue;
      const added = { values: valuesIn(parsedCall(line, number)), bytes: Buffer.byteLength(line) + 1 };
      const last = groups.at(-1);
      const fits =
        last !== undefined &&
        last.lines.length < maxCalls &&
        values + added.values <= maxValues &&
        bytes + added.bytes <= maxBytes;
      const group = fits ? last : { lines: [], lineNumbers: [] };
      if (!fits) {
        groups.push(group);
        [values, bytes] = [0, 0];
      }
      group.lines.push(line);
      group.lineNumbers.push(number);
      values += added.values;
      bytes += added.bytes;
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    throw invalidInput(`The file ${file} cannot be read (${String(error.code)}). Check the path.`);
  }
  if (groups.length > 0) return groups;
  throw invalidInput('There are no calls. Write one JSON object per line: {"entity":"customers","action":"create",…}.');
}

function parsedCall(line: string, number: number): object {
  let call: unknown;
  try {
    call = JSON.parse(line);
  } catch {
    throw notJson(line, `Line ${number}`);
  }
  if (typeof call === 'object' && call !== null && !Array.isArray(call)) return call;
  throw invalidInput(`Line ${number} must be a JSON object: {"entity": "customers", …}.`);
}

/** The number of values in a JSON value, which the gateway limits. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + valuesIn(member), 1);
}
