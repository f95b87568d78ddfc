/** The additional argument of a reviver: the source text of the value. TypeScript does not declare it yet. */
interface Source {
  readonly source?: string;
}

/** `JSON` with access to the text of each number, which TypeScript does not declare yet. */
export const sourceJson = JSON as unknown as {
  parse(text: string, revive: (name: string, value: unknown, context: Source) => unknown): unknown;
  rawJSON(text: string): unknown;
};
