import { linkPlaces, settingPlace } from '@connectory/connector-sdk/engine';
import { storedValue } from '@connectory/context-store';

type Document = Readonly<Record<string, unknown>>;

const maxTitle = 200;

/** What people call a record: the different values of the title fields, joined by spaces; null if it has none of them. */
export function titleOf(fields: readonly string[], document: Document): string | null {
  const values = fields.map((field) => textOf(storedValue({ document }, field))).filter((text) => text !== '');
  return values.length === 0 ? null : beginningOf([...new Set(values)].join(' '), maxTitle);
}

/** A text, or as much of it as a title may have. */
export const beginningOf = (text: string, max: number) =>
  text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;

/** The page of a record from the template of its entity; null if the record or the settings lack a part, or it is no web address. */
export function linkOf(
  template: string | undefined,
  document: Document,
  settings: Readonly<Record<string, unknown>>,
): string | null {
  if (template === undefined) return null;
  let isComplete = true;
  let [end, link] = [0, ''];
  for (const { name, start, length } of linkPlaces(template)) {
    const setting = settingPlace(name);
    const text = textOf(setting === undefined ? storedValue({ document }, name) : settings[setting]);
    if (text === '') isComplete = false;
    link += template.slice(end, start) + (start === 0 ? text : escaped(text, template.slice(0, start)));
    end = start + length;
  }
  const url = link + template.slice(end);
  return isComplete && URL.canParse(url) && /^https?:/.test(new URL(url).protocol) ? url : null;
}

// A value in a path may have several segments of its own.
const escaped = (text: string, before: string) => (before.includes('?') ? encodeURIComponent(text) : encodeURI(text));

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}
