/** The loggable parts of an exception. Its message is excluded, because it may quote the record that caused it. */
export interface ExceptionDescription {
  readonly name: string;
  readonly code?: string;
  /** The stack frames, joined by `; `. */
  readonly frames?: string;
}

/** Describes any thrown value for the log. */
export function describeException(thrown: unknown): ExceptionDescription {
  if (!(thrown instanceof Error)) return { name: typeof thrown };
  const frames = thrown.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: thrown.name,
    ...('code' in thrown && typeof thrown.code === 'string' && { code: thrown.code }),
    ...(frames !== undefined && { frames: frames.map((line) => line.trim()).join('; ') }),
  };
}
