const width = 90;

/** Formats a JSON value as a TypeScript literal in the style of this repository, on one line if it fits. */
export function typescriptLiteral(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((element) => typescriptLiteral(element, inner))
    : Object.entries(value).map(([key, member]) => `${keyOf(key)}: ${typescriptLiteral(member, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return `${open}${close}`;
  const line = Array.isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (!line.includes('\n') && indent.length + line.length <= width) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

function keyOf(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  if (text.includes("'") && !text.includes('"')) return `"${escaped}"`;
  return `'${escaped.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
