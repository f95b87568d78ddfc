import type { GlobalOptions } from './global-options.ts';

/** Whether each of the two outputs shows colors. */
interface Colors {
  readonly out: boolean;
  readonly error: boolean;
}

/** The input, output and environment of a command. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The options that choose a gateway, as given to the command that runs. */
  readonly options: GlobalOptions;
  /** Whether standard output is a terminal. */
  readonly isInteractive: boolean;
  /** Whether standard error is a terminal. */
  readonly isErrorInteractive: boolean;
  readonly colors: Colors;
  /** Reads a line without echoing it; undefined if standard input is not a terminal. */
  readonly readHidden: ((prompt: string) => Promise<string>) | undefined;
  /** Asks on standard error and reads a line; undefined unless standard input and standard error are terminals. */
  readonly readLine: ((prompt: string) => Promise<string>) | undefined;
  /** Opens a URL in the person's browser, if there is one. */
  openBrowser(url: string): void;
  /** Standard input. */
  readonly input: AsyncIterable<Uint8Array>;
  out(text: string): void;
  error(text: string): void;
  /** Prints a usage error. */
  usage(text: string): void;
  /** Writes bytes to standard output as they arrive. */
  outBytes(bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Replaces the previously shown text; the last one stays. */
  show(text: string): void;
  /** Returns a signal that aborts on the first Ctrl-C instead of ending the process; a second Ctrl-C ends it. */
  interrupted(): AbortSignal;
  sleep(milliseconds: number): Promise<void>;
}

/** The surroundings of a command before its arguments are parsed. */
export type Surroundings = Omit<Terminal, 'options' | 'usage'>;
