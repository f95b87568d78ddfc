import { runCommand } from '../src/run-command.ts';

/** The exit code and the output of a command. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  /** What was written to standard output as bytes. */
  readonly bytes: Buffer;
  readonly error: string;
  /** The texts shown one after the other in the same place. */
  readonly shown: readonly string[];
  /** The URLs that were opened in a browser. */
  readonly opened: readonly string[];
}

/** The surroundings of a command, independent of the process that runs the tests. */
export interface Surroundings {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly isInteractive?: boolean;
  readonly isColored?: boolean;
  readonly input?: string;
  /** What the person types without an echo. */
  readonly hidden?: string;
  /** What the person types when asked; not a terminal if omitted. */
  readonly typed?: string;
  /** Aborts when the person presses Ctrl-C. */
  readonly interrupted?: AbortSignal;
  /** Called with what is written to standard output as bytes. */
  readonly onBytes?: (chunk: Uint8Array) => unknown;
}

// No profile is stored by default.
const nobody = { XDG_CONFIG_HOME: '/nonexistent/connectory-tests' };

/** Runs `connectory` with the given arguments to its end. */
export async function runInTest(
  commandArguments: readonly string[],
  {
    environment = {},
    isInteractive = false,
    isColored = false,
    input = '',
    hidden,
    typed,
    interrupted,
    onBytes,
  }: Surroundings = {},
): Promise<Ended> {
  let out = '';
  let error = '';
  let bytes = Buffer.alloc(0);
  const shown: string[] = [];
  const opened: string[] = [];
  const code = await runCommand(commandArguments, {
    environment: { ...nobody, ...environment },
    isInteractive,
    isErrorInteractive: isInteractive,
    colors: { out: isColored, error: isColored },
    readHidden: hidden === undefined ? undefined : async () => hidden,
    readLine:
      typed === undefined
        ? undefined
        : async (prompt) => {
            error += prompt;
            return typed;
          },
    openBrowser: (url) => opened.push(url),
    input: (async function* () {
      yield Buffer.from(input);
    })(),
    out: (text) => {
      out += text;
    },
    error: (text) => {
      error += text;
    },
    outBytes: async (written) => {
      for await (const chunk of written) {
        bytes = Buffer.concat([bytes, chunk]);
        await onBytes?.(chunk);
      }
    },
    show: (text) => shown.push(text),
    interrupted: () => interrupted ?? new AbortController().signal,
    sleep: async () => {},
  });
  return { code, out, bytes, error, shown, opened };
}
