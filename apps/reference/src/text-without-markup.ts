const codeOrMarkup = /(`+)[\s\S]*?\1|</g;
/** Keywords that hold values, not descriptions. */
const values = new Set(['const', 'default', 'enum', 'example', 'examples']);

/**
 * Escapes HTML in the descriptions of a document, so that markup is shown as it was written. Descriptions are Markdown, which may contain
 * HTML, and the author of a third-party connector may have written them.
 */
export function withoutMarkup<Part>(part: Part): Part {
  return escapeIn(part) as Part;
}

function escapeIn(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(escapeIn);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (values.has(name)) return [name, value];
      return [name, name === 'description' && typeof value === 'string' ? escapeMarkup(value) : escapeIn(value)];
    }),
  );
}

// Code in backticks is not interpreted as markup.
const escapeMarkup = (text: string) => text.replace(codeOrMarkup, (found) => (found === '<' ? '&lt;' : found));
