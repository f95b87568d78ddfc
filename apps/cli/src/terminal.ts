/** Where the command reads from and prints to, and what it knows of the surroundings. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True when a person reads standard output. */
  readonly isInteractive: boolean;
  /** Shows an address in the browser of the person, where there is one. */
  openBrowser(url: string): void;
  /** Standard input. */
  readonly input: AsyncIterable<Uint8Array>;
  out(text: string): void;
  error(text: string): void;
  /** Writes bytes to standard output as they arrive. */
  outBytes(bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Replaces what it showed last by another text; the last one stays. */
  show(text: string): void;
  sleep(milliseconds: number): Promise<void>;
}
