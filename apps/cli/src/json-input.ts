import { open } from 'node:fs/promises';
import { jsonErrorPosition } from '@connectory/exact-json';
import { invalidInput } from './problem-error.ts';
import type { Terminal } from './terminal.ts';

/** The largest body a gateway accepts. */
const maxBytes = 1024 * 1024;

/** How a JSON argument may be given. */
export const jsonArgumentHelp = 'JSON object, @file, or - for standard input';

/** Reads a JSON object from an argument: the text itself, `@file`, or `-` for standard input; at most 1 MiB. Throws a problem of code 4. */
export async function readJsonObject(terminal: Terminal, argument: string): Promise<Record<string, unknown>> {
  return parseJsonObject(await textOf(terminal, argument), sourceOf(argument));
}

/**
 * Parses a JSON object; `source` names the origin of the text. Throws a problem of code 4 that does not quote the text, because it may
 * contain secrets.
 */
export function parseJsonObject(text: string, source: string): Record<string, unknown> {
  const value = parseJson(text, source);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalidInput(`${source} must be a JSON object: {"entity": "customers", …}.`);
}

/** Parses JSON of any type; otherwise like {@link parseJsonObject}. */
export function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson(text, source);
  }
}

/** The problem of a text that is not JSON, with the position where it stops being JSON. */
export function notJson(text: string, source: string): Error {
  const position = jsonErrorPosition(text);
  const where = position === undefined ? '' : ` at ${position}`;
  return invalidInput(`${source} is not JSON${where}. Put it in single quotes, or use a file: @file.`);
}

function sourceOf(argument: string): string {
  if (argument === '-') return 'Standard input';
  return argument.startsWith('@') ? `The file ${argument.slice(1)}` : 'The argument';
}

/** Reads the text of `@file`, of standard input for `-`, or the argument itself; at most 1 MiB. Throws a problem of code 4. */
export async function textOf(terminal: Terminal, argument: string): Promise<string> {
  if (argument === '-') return decoded(await collected(terminal.input, 'Standard input'), 'Standard input');
  if (!argument.startsWith('@')) return argument;
  const path = argument.slice(1);
  const source = sourceOf(argument);
  try {
    await using file = await open(path);
    return decoded(await collected(file.createReadStream({ autoClose: false }), source), source);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw invalidInput(`${source} cannot be read (${String(error.code)}). Check the path.`);
  }
}

async function collected(input: AsyncIterable<Uint8Array>, source: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > maxBytes) throw invalidInput(`${source} is larger than 1 MiB, the most that a gateway accepts.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decoded(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidInput(`${source} is not UTF-8.`);
  }
}
