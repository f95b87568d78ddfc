const words = (text: string): readonly string[] => text.match(/[A-Za-z0-9]+/g) ?? [];

// A word that begins with a digit keeps its separator, so that `foo_1` and `foo1` stay two names.
const capitalized = (word: string): string =>
  /^\d/.test(word) ? `_${word}` : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

/** A name of a type made of names in lower snake case or camel case: `customers`, `context_store_search` → `CustomersContextStoreSearch`. */
export function typeName(...names: readonly string[]): string {
  return names.flatMap(words).map(capitalized).join('');
}

/** The operation id of an action at its own URL: `customers_list`. */
export function operationIdOf(entity: string, action: string): string {
  return `${entity}_${action}`;
}
