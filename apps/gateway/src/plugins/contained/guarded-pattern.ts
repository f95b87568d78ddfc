import { createContext, Script } from 'node:vm';

const longest = 50;
/** On a busy machine an innocent expression may not get its turn in time. */
const tries = 3;
let context: ReturnType<typeof createContext> | undefined;
const script = new Script('new RegExp(source, flags).test(text)');

/** Whether an expression of a plugin finds something in a text; false for one that takes longer than 50 ms three times, or is none. */
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
