import type { GlobalOptions } from './global-options.ts';

/** Which of the two outputs shows colors. */
interface Colors {
  readonly out: boolean;
  readonly error: boolean;
}

/** Where the command reads from and prints to, and what it knows of the surroundings. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The options that choose a gateway, as given to the command that runs. */
  readonly options: GlobalOptions;
  /** True when a person reads standard output. */
  readonly isInteractive: boolean;
  /** True when a person reads standard error. */
  readonly isErrorInteractive: boolean;
  readonly colors: Colors;
  /** Reads a line that a person types and the terminal does not show; undefined when standard input is not a terminal. */
  readonly readHidden: ((prompt: string) => Promise<string>) | undefined;
  /** Shows an address in the browser of the person, where there is one. */
  openBrowser(url: string): void;
  /** Standard input. */
  readonly input: AsyncIterable<Uint8Array>;
  out(text: string): void;
  error(text: string): void;
  /** Takes what is to be said about arguments that cannot be parsed. */
  usage(text: string): void;
  /** Writes bytes to standard output as they arrive. */
  outBytes(bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Replaces what it showed last by another text; the last one stays. */
  show(text: string): void;
  /** Aborts when the person presses Ctrl-C, which from then on does not end the process at once; a second time does. */
  interrupted(): AbortSignal;
  sleep(milliseconds: number): Promise<void>;
}

/** What a command meets before its arguments are read. */
export type Surroundings = Omit<Terminal, 'options' | 'usage'>;
