const width = 80;
const words: Readonly<Record<string, string>> = { null: 'None', true: 'True', false: 'False' };

/** Formats a JSON value as a Python literal, on one line if it fits. */
export function pythonLiteral(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return words[String(value)] ?? JSON.stringify(value);
  const inner = `${indent}    `;
  const parts = Array.isArray(value)
    ? value.map((element) => pythonLiteral(element, inner))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${pythonLiteral(member, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const line = `${open}${parts.join(', ')}${close}`;
  if (parts.length === 0 || (!line.includes('\n') && indent.length + line.length <= width)) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}
