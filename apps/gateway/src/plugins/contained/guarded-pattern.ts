import { createContext, Script } from 'node:vm';

const longest = 50;
let context: ReturnType<typeof createContext> | undefined;
const script = new Script('new RegExp(source, flags).test(text)');

/** Whether an expression of a plugin finds something in a text; false for one that takes longer than 50 ms, or is none. */
export function guardedTest(source: string, flags: string, text: string): boolean {
  context ??= createContext(Object.create(null));
  Object.assign(context, { source, flags, text });
  try {
    return script.runInContext(context, { timeout: longest }) === true;
  } catch {
    return false;
  }
}
