import { parentPort, workerData } from 'node:worker_threads';
import type { RawValue } from '@connectory/connector-sdk';
import { Interpreter, InterpreterEnded } from './interpreter.ts';
import type { Asked, Records, ThreadMessage } from './messages.ts';
import { PluginModules } from './plugin-modules.ts';

/** What the thread of a plugin runs. */
export interface ThreadData {
  readonly url: string;
  readonly packageName: string;
  readonly dataDirectory: string;
  /** Limit for the memory of the interpreter, in bytes. */
  readonly memory: number;
}

/** The thread of one plugin: loads its package into an interpreter, describes it, and responds to questions in order. */
const { url, packageName, dataDirectory, memory } = workerData as ThreadData;
const own = ['plugin-inside', 'plugin-inside-crypto'].map((name) => import.meta.resolve(`@connectory/gateway/${name}`));
const [inside = '', crypto = ''] = own;

const modules = new PluginModules(dataDirectory, { 'node:crypto': crypto });
const interpreter = await Interpreter.start({
  modules,
  entry: modules.entry(inside, '@connectory/gateway'),
  memory,
});
say(() => ({ text: described(), records: undefined }));
parentPort?.on('message', ({ question, rows, maxLength }: Asked) => {
  say(() => {
    const texts = rows.map(
      (bytes) => bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'),
    );
    const said = interpreter.respond(question, texts, maxLength);
    const end = said.indexOf('\n');
    if (end < 0) return { text: said, records: undefined };
    return { text: said.slice(0, end), records: recordsOf(said.slice(end + 1)) };
  });
});

function described(): string {
  try {
    return interpreter.describe(modules.entry(url, packageName), packageName);
  } catch (error) {
    if (error instanceof InterpreterEnded) throw error;
    return JSON.stringify({ kind: 'refused', message: error instanceof Error ? error.message : '', isWhole: false });
  }
}

// After anything unexpected, the interpreter may be in no state to go on.
function say(run: () => { readonly text: string; readonly records: Records | undefined }): void {
  let message: ThreadMessage;
  try {
    const said = run();
    // Node.js 22 has no such method.
    const { user = 0, system = 0 } = process.threadCpuUsage?.() ?? {};
    message = { kind: 'said', ...said, processorTime: (user + system) / 1000 };
  } catch (error) {
    const reason = error instanceof InterpreterEnded ? error.message : 'its interpreter failed';
    message = { kind: 'ended', reason };
  }
  const bytes = message.kind === 'said' ? message.records?.json : undefined;
  parentPort?.postMessage(message, bytes === undefined ? [] : [bytes.buffer as ArrayBuffer]);
}

function recordsOf(text: string): Records {
  let parsed: RawValue;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new InterpreterEnded('it sent an invalid message');
  }
  const records: readonly RawValue[] = Array.isArray(parsed) ? parsed : [parsed];
  const isWrong = records.some((record) => typeof record !== 'object' || record === null);
  if (isWrong) throw new InterpreterEnded('it sent an invalid message');
  return { json: new TextEncoder().encode(text), count: records.length };
}
