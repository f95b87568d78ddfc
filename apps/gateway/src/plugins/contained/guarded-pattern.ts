import { createContext, Script } from 'node:vm';

const longest = 50;
/** On a busy machine, even a harmless match may not be scheduled in time. */
const tries = 3;
let context: ReturnType<typeof createContext> | undefined;
const script = new Script('new RegExp(source, flags).test(text)');

/** Whether a regular expression of a plugin matches a string; false for an invalid one, or one that takes longer than 50 ms three times. */
export function guardedTest(source: string, flags: string, text: string): boolean {
  context ??= createContext(Object.create(null));
  Object.assign(context, { source, flags, text });
  for (let left = tries; left > 0; left -= 1) {
    try {
      return script.runInContext(context, { timeout: longest }) === true;
    } catch (error) {
      if (!isTimeout(error)) return false;
    }
  }
  return false;
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
