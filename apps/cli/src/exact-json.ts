/** What the runtime passes beside a value: the text it was read from. TypeScript's own declarations do not have it yet. */
interface Source {
  readonly source?: string;
}

interface ExactJson {
  parse(text: string, revive: (name: string, value: unknown, context: Source) => unknown): unknown;
  rawJSON(text: string): unknown;
}

/** Parses JSON so that writing it again gives every number as it was, also those that no double holds exactly. */
export function parseExactly(text: string): unknown {
  const exact = JSON as unknown as ExactJson;
  return exact.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? exact.rawJSON(source) : value,
  );
}
