const mark = Symbol.for('connectory.declared');

/** Marks a function whose result follows from plain data, so that code with the data does not need the function. */
export function declaredBy<Run extends (...given: never[]) => unknown>(run: Run, data: object): Run {
  return Object.defineProperty(run, mark, { value: data });
}

/** The data that a function follows from, also of another copy of this package; undefined for a function that is code. */
export function declarationOf(run: (...given: never[]) => unknown): object | undefined {
  return (run as { readonly [mark]?: object })[mark];
}
