/** HTML that is ready to be sent. Only `html` creates it, and escapes everything that is not HTML yet. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type { Html };

/** A value in a template; null and false render as nothing. */
type Part = Html | string | number | null | false | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function written(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === null || part === false) return '';
  if (typeof part === 'object') return part.map(written).join('');
  return String(part)
    .toWellFormed()
    .replace(/[&<>"'`]/g, (character) => entities[character] as string)
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (character) => (character === '\n' ? character : '\ufffd'));
}

/** Creates HTML from a template. Every string value is escaped, for content and for quoted attributes alike. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(template.map((text, at) => (at === 0 ? text : written(parts[at - 1] ?? null) + text)).join(''));
}
