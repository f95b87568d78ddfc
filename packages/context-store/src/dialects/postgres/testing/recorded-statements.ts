import type { ParameterValue, Statement } from '../statement.ts';

/** The statements that were run, by their text; of each, the parameters of its first run. */
export class RecordedStatements {
  readonly #parameters = new Map<string, readonly ParameterValue[]>();

  /** A function that runs statements, which also records them. */
  recording<Result>(
    run: (runner: never, text: string, parameters: readonly ParameterValue[]) => Result,
  ): (runner: never, text: string, parameters: readonly ParameterValue[]) => Result {
    return (runner, text, parameters) => {
      if (!this.#parameters.has(text)) this.#parameters.set(text, parameters);
      return run(runner, text, parameters);
    };
  }

  get all(): readonly Statement[] {
    return Array.from(this.#parameters, ([text, parameters]) => ({ text, parameters }));
  }
}
