import './globals.ts';
// Loaded now, because the functions of the host are not global later.
import './crypto.ts';
import type { RawValue } from '@connectory/connector-sdk';
import type { Question, Said, Thrown } from '../messages.ts';
import { describeConnector } from './describe-connector.ts';
import { parseMarked, writeMarked } from './exact-numbers.ts';
import { exportedConnector } from './exported-connector.ts';
import { BrokenRules, CodeRunner } from './run-code.ts';

const maxText = 1000;
const connectorError = Symbol.for('connectory.connector-error');
let runner: CodeRunner | undefined;

/** Describes what a loaded package exports, as JSON text of a `Said`. */
export function describe(exported: Readonly<Record<string, unknown>>, packageName: string): string {
  let candidate: RawValue;
  try {
    candidate = exportedConnector(exported, packageName);
  } catch (error) {
    return refused(error, { isWhole: true });
  }
  try {
    const described = describeConnector(candidate);
    runner = new CodeRunner(candidate, described);
    return said({ kind: 'loaded', connector: described.data });
  } catch (error) {
    requireMemory(error);
    return refused(error, { isWhole: false, exported: candidate });
  }
}

/** Describes why a package could not be loaded, as JSON text of a `Said`. */
export function refused(error: unknown, about: { readonly isWhole: boolean; readonly exported?: RawValue }): string {
  const message = (error as RawValue)?.message ?? error;
  return said({ kind: 'refused', message: String(message).slice(0, maxText), ...about });
}

/**
 * Runs the code of the connector for a question in JSON text, with the rows it is about. Returns the JSON text of a `Said`, and in a second
 * line the records if there are any.
 */
export function respond(text: string, ...rows: readonly (string | undefined)[]): string {
  try {
    const { response, records } = (runner as CodeRunner).response(parseMarked(text) as Question, rows);
    const header = said({ kind: 'response', response });
    return records === undefined ? header : `${header}\n${records}`;
  } catch (thrown) {
    requireMemory(thrown);
    return said({ kind: 'thrown', thrown: thrownBy(thrown) });
  }
}

const said = (message: Said): string => writeMarked(message);

// Whoever has used up the memory goes on failing, so the host ends the interpreter.
function requireMemory(thrown: RawValue): void {
  if (thrown?.name === 'InternalError' && thrown.message === 'out of memory') throw thrown;
}

function thrownBy(thrown: RawValue): Thrown {
  if (thrown instanceof BrokenRules) return { kind: 'issues', issues: [...thrown.issues] };
  if (typeof thrown !== 'object' || thrown === null) return { kind: 'bug', name: typeof thrown, frames: '' };
  if (connectorError in thrown) {
    const { code, message, rejected } = thrown;
    return { kind: 'report', code, message: String(message).slice(0, maxText), rejected };
  }
  const frames = String(thrown.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return { kind: 'bug', name: String(thrown.name).slice(0, 100), frames: frames.join('\n').slice(0, 10_000) };
}
