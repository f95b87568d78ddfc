const compiled = new Map<string, RegExp | undefined>();

/**
 * Compiles a vendor's pattern, in Unicode mode where it allows that; undefined when it is no JavaScript pattern
 * (vendors publish patterns of Ruby, Java and Go too).
 */
export function readablePattern(source: string): RegExp | undefined {
  if (!compiled.has(source)) {
    compiled.set(source, compile(source, 'u') ?? compile(source, ''));
  }
  return compiled.get(source);
}

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
