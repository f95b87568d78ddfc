/** Formats a string as TypeScript source: in single quotes, on one line. */
export function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}

/** Formats a property name for an object literal. */
export const memberName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : quoted(name);

/** Formats text for a comment, on one line. */
export const commentText = (text: string): string => text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim();

/** Indents every line except the first. */
export const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
