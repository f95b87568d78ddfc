/**
 * An object whose members are computed on first read and cached. It spreads, compares and serializes to JSON like an ordinary
 * object.
 */
export function lazyMembers<Members extends object>(
  makers: {
    readonly [Name in keyof Members]: () => Members[Name];
  },
): Members {
  const members = {};
  for (const [name, make] of Object.entries<() => unknown>(makers)) {
    Object.defineProperty(members, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = make();
        Object.defineProperty(members, name, { value, enumerable: true });
        return value;
      },
    });
  }
  return members as Members;
}
