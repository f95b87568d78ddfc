/** The words of a field, parameter or entity name in lower case: `created`, `at` for both `createdAt` and `created_at`. */
export function wordsOf(name: string): readonly string[] {
  let words = known.get(name);
  if (words === undefined) {
    words = split(name);
    if (known.size >= maxKnown) known.clear();
    known.set(name, words);
  }
  return words;
}

// The same names are taken apart for every record; the bound is for names that callers make up.
const known = new Map<string, readonly string[]>();
const maxKnown = 20_000;

function split(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

const keyOf = (name: string) => wordsOf(name).join('');

/** True for two spellings of one name: `created_at`, `createdAt`, `CreatedAt`. */
export function isSameName(first: string, second: string): boolean {
  return first === second || keyOf(first) === keyOf(second);
}

/** The singular of a plural English noun, by its ending: works for `categories`, `statuses` and `tickets`. */
export function singular(name: string): string {
  if (/(ss|us|is)$/i.test(name)) return name;
  if (/ies$/i.test(name)) return `${name.slice(0, -3)}y`;
  if (/(ss|us|x|ch|sh)es$/i.test(name)) return name.slice(0, -2);
  return /s$/i.test(name) ? name.slice(0, -1) : name;
}

/** The name in `names` that is a spelling of `name`, an exact one first. */
export function findName(names: Iterable<string>, name: string): string | undefined {
  let similar: string | undefined;
  for (const candidate of names) {
    if (candidate === name) return candidate;
    if (similar === undefined && isSameName(candidate, name)) similar = candidate;
  }
  return similar;
}

/**
 * A name without the name of its entity in front: `id` for `ticket_id` of tickets and for `attachment_id` of article_attachments. Undefined
 * if it does not start with the entity.
 */
export function withoutEntity(name: string, entity: string): string | undefined {
  const noun = wordsOf(singular(entity));
  const words = wordsOf(name);
  for (let skipped = 0; skipped < noun.length; skipped++) {
    const part = noun.slice(skipped);
    if (words.length > part.length && part.every((word, position) => words[position] === word)) {
      return words.slice(part.length).join('_');
    }
  }
  return undefined;
}

/** True when the name is the singular of the entity, or of its last word: `branch` of branches, `attachment` of article_attachments. */
export function namesEntity(name: string, entity: string): boolean {
  const noun = wordsOf(singular(entity));
  return isSameName(name, noun.join('_')) || isSameName(name, noun.at(-1) ?? '');
}
