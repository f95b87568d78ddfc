/** The oldest Node.js that can run the command: major and minor version. */
export const oldestNode = [22, 19] as const;

/** Returns what to do if this version of Node.js is too old for the command. */
export function missingNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `Connectory needs Node.js ${oldestMajor}.${oldestMinor} or newer, and this is ${version}. Install a newer one: https://nodejs.org`;
}
