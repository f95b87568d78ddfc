/** Where the command prints to, and what it knows of the surroundings. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True when a person reads standard output. */
  readonly isInteractive: boolean;
  out(text: string): void;
  error(text: string): void;
  /** Replaces what it showed last by another text; the last one stays. */
  show(text: string): void;
  sleep(milliseconds: number): Promise<void>;
}
