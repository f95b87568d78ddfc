/**
 * An object whose members are made when they are first read, and kept. It spreads, compares and turns into JSON like one whose
 * members are all there.
 */
export function lazyMembers<Members extends object>(
  makers: {
    readonly [Name in keyof Members]-?: () => Members[Name];
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
