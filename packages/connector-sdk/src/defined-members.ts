type Members = Readonly<Record<string, unknown>>;

/** A copy without undefined members, at any depth; instances of classes are kept unchanged. */
export function definedMembers(values: Members): Members {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, defined(value)]),
  );
}

function defined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(defined);
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? definedMembers(value as Members) : value;
}
