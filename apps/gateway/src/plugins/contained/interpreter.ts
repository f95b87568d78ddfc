import { createHash, randomUUID } from 'node:crypto';
import { parseExactly } from '@connectory/exact-json';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import type { PluginModules } from './plugin-modules.ts';

/** What an interpreter runs, and the memory it may take in bytes. */
export interface InterpreterOptions {
  readonly modules: PluginModules;
  /** URL of the gateway's own code in the interpreter. */
  readonly entry: string;
  readonly memory: number;
}

/** Thrown when an interpreter cannot go on; the message is a clause. */
export class InterpreterEnded extends Error {}

// The native stack below the interpreter is larger, so that it never ends first.
const maxStack = 256 * 1024;
const importerName = 'the gateway';
const refusal = 'refused: ';
const maxDescription = 16 * 1024 * 1024;
const maxJobs = 100_000;
const longDigits = /\d{16}/;

/**
 * A JavaScript engine of its own, in WebAssembly: its code has the globals of the language and pure functions of the gateway, but no files,
 * network, timers, threads or objects of Node.js.
 */
export class Interpreter {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #entry: QuickJSHandle;
  readonly #mark = `${randomUUID()}:`;
  readonly #marked = new RegExp(`"${this.#mark}(-?\\d{1,10000})"`, 'g');

  private constructor(runtime: QuickJSRuntime, { modules, entry, memory }: InterpreterOptions) {
    this.#runtime = runtime;
    runtime.setMemoryLimit(memory);
    runtime.setMaxStackSize(maxStack);
    // The engine drops errors of the second function, so the first one throws them.
    runtime.setModuleLoader(
      (name) => {
        if (name.startsWith(refusal)) throw new Error(name.slice(refusal.length));
        return modules.source(name);
      },
      (importer, specifier) => {
        try {
          return importer === importerName ? specifier : modules.resolve(specifier, importer);
        } catch (error) {
          return `${refusal}${error instanceof Error ? error.message.split('\n', 1)[0] : ''}`;
        }
      },
    );
    this.#context = runtime.newContext();
    this.#provide();
    const loaded = this.#import(entry);
    if (loaded.error !== undefined) throw new Error(`the gateway's own code failed: ${loaded.error}`);
    this.#entry = loaded.exported;
    this.#context.evalCode('delete globalThis.host; delete globalThis.bigintMark;');
  }

  /** Starts an interpreter. Throws an `Error` if the gateway's own code cannot be loaded. */
  static async start(options: InterpreterOptions): Promise<Interpreter> {
    const quickJs = await newQuickJSWASMModuleFromVariant(variant as unknown as QuickJSSyncVariant);
    return new Interpreter(quickJs.newRuntime(), options);
  }

  /** Loads a module and returns what the entry says about it, as JSON text. Throws `InterpreterEnded`. */
  describe(url: string, packageName: string): string {
    const loaded = this.#import(url);
    if (loaded.error !== undefined) {
      return JSON.stringify({ kind: 'refused', message: loaded.error.slice(0, 1000), isWhole: false });
    }
    return this.#call('describe', [loaded.exported, this.#context.newString(packageName)], maxDescription);
  }

  /** Passes a question in JSON text with its rows to the entry. Returns what it says. Throws `InterpreterEnded`. */
  respond(question: string, rows: readonly (string | undefined)[], maxLength: number): string {
    const given = [question, ...rows].map((text) =>
      text === undefined ? this.#context.undefined : this.#context.newString(this.#withMarks(text)),
    );
    return this.#call('respond', given, maxLength);
  }

  #call(name: string, given: readonly QuickJSHandle[], maxLength: number): string {
    const run = this.#context.getProp(this.#entry, name);
    const result = this.#context.callFunction(run, this.#context.undefined, ...given);
    for (const handle of [run, ...given]) if (handle.alive && handle !== this.#context.undefined) handle.dispose();
    if (result.error !== undefined) throw new InterpreterEnded(reasonOf(this.#messageOf(result.error)));
    const { value } = result;
    this.#runJobs();
    if (this.#context.typeof(value) !== 'string') throw new InterpreterEnded('it sent an invalid message');
    const length = this.#context.getProp(value, 'length').consume((handle) => this.#context.getNumber(handle));
    if (!(length <= maxLength)) throw new InterpreterEnded(`it returned more than ${maxLength} characters`);
    return value.consume((handle) => this.#context.getString(handle)).replace(this.#marked, '$1');
  }

  // Integers beyond 2^53 are marked strings on the way, because this engine does not say how a number was written.
  #withMarks(text: string): string {
    if (!longDigits.test(text)) return text;
    return JSON.stringify(parseExactly(text), (_name, value: unknown) =>
      typeof value === 'bigint' ? `${this.#mark}${value}` : value,
    );
  }

  #import(url: string): { readonly exported: QuickJSHandle; readonly error?: undefined } | { readonly error: string } {
    const context = this.#context;
    const code = `import * as exported from ${JSON.stringify(url)}; export { exported };`;
    const result = context.evalCode(code, importerName, { type: 'module' });
    if (result.error !== undefined) return { error: this.#messageOf(result.error) };
    this.#runJobs();
    const state = context.getPromiseState(result.value);
    if (state.type === 'fulfilled') return { exported: context.getProp(state.value, 'exported') };
    if (state.type === 'rejected') return { error: this.#messageOf(state.error) };
    return { error: 'it waits for something that never happens' };
  }

  #runJobs(): void {
    const result = this.#runtime.executePendingJobs(maxJobs);
    result.dispose();
    if (this.#runtime.hasPendingJob()) throw new InterpreterEnded('it goes on working after its response');
  }

  #messageOf(error: QuickJSHandle): string {
    const read = this.#context.evalCode(describeError);
    if (read.error !== undefined) return 'out of memory';
    const result = this.#context.callFunction(read.value, this.#context.undefined, error);
    error.dispose();
    if (result.error !== undefined) return 'its error has no text';
    return result.value.consume((handle) => this.#context.getString(handle));
  }

  // Each is a pure function of texts.
  #provide(): void {
    const context = this.#context;
    const textOf = (handle: QuickJSHandle | undefined) =>
      handle === undefined || context.typeof(handle) !== 'string' ? undefined : context.getString(handle);
    const parseUrl = context.newFunction('parseUrl', (text, base) => {
      const parts = partsOfUrl(textOf(text) ?? '', textOf(base));
      return parts === undefined ? context.undefined : context.newString(parts);
    });
    const digest = context.newFunction('digest', (algorithm, text) => {
      const name = textOf(algorithm) ?? '';
      if (!['md5', 'sha1', 'sha256'].includes(name)) throw new TypeError(`there is no digest ${name.slice(0, 100)}`);
      return context.newString(
        createHash(name)
          .update(textOf(text) ?? '')
          .digest('hex'),
      );
    });
    const host = context.newObject();
    context.setProp(host, 'parseUrl', parseUrl);
    context.setProp(host, 'digest', digest);
    context.setProp(context.global, 'host', host);
    context.setProp(context.global, 'bigintMark', context.newString(this.#mark));
  }
}

const describeError = `(error) => {
  const { name, message = String(error), fileName, lineNumber } = error ?? {};
  return name === 'SyntaxError' && fileName ? \`\${message} (\${fileName}:\${lineNumber})\` : String(message);
}`;

const reasonOf = (message: string) =>
  message === 'out of memory' ? 'its memory is used up' : 'the code in its interpreter failed';

function partsOfUrl(text: string, base: string | undefined): string | undefined {
  const url = URL.parse(text, base);
  if (url === null) return undefined;
  const { href, protocol, username, password, host, hostname, port, pathname, search, hash, origin } = url;
  return JSON.stringify({
    ...{ href, protocol, username, password, host, hostname, port, pathname, search, hash, origin },
  });
}
