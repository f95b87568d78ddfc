const codeOrMarkup = /(`+)[\s\S]*?\1|</g;
/** What holds values, not words about them. */
const values = new Set(['const', 'default', 'enum', 'example', 'examples']);

/**
 * A document whose descriptions hold no HTML: what looks like markup is shown as it was written. Descriptions are Markdown, in which HTML
 * would count, and a connector of others may have written them.
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

// Code in backticks is shown as it is anyway.
const escapeMarkup = (text: string) => text.replace(codeOrMarkup, (found) => (found === '<' ? '&lt;' : found));
