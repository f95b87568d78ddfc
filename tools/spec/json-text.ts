const width = 160;

/**
 * Formats JSON with one space per level, and each object or array on one line if it fits into 160 characters, so that the text is short and
 * a changed parameter changes one line. Ends with a line break.
 */
export function jsonText(value: unknown): string {
  return `${textOf(value, 0, 0)}\n`;
}

// `taken` is the number of characters of the line before and after the value.
function textOf(value: unknown, level: number, taken: number): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || level + taken + line.length <= width) return line;
  const indentation = ' '.repeat(level + 1);
  const parts = Array.isArray(value)
    ? value.map((element) => textOf(element, level + 1, 1))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => {
          const label = `${JSON.stringify(name)}: `;
          return `${label}${textOf(member, level + 1, label.length + 1)}`;
        });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => `${indentation}${part}`).join(',\n')}\n${' '.repeat(level)}${close}`;
}
