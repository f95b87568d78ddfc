/** The words of a text in lower case and without endings or accents: what an index holds and what is looked up in it. */
export function wordsOf(text: string): readonly string[] {
  const plain = text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    // British spelling, as in organisation and catalogue.
    .replace(/(?<=[a-z]{3})is(?=ation|e\b|ed\b|ing\b)/g, 'iz')
    .replace(/(?<=[a-z])ogue\b/g, 'og');
  return (plain.match(/[a-z\d]+/g) ?? []).map(stemOf);
}

/** Words that only look like a plural. */
const unchanged: ReadonlySet<string> = new Set([
  'news',
  'sms',
  'series',
  'status',
  'this',
  'has',
  'was',
  'its',
  'yes',
  'address',
]);

/** A word without the ending of its plural or its tense, so that `refunds`, `refunded` and `refunding` are `refund`. */
function stemOf(word: string): string {
  if (word.length < 3 || /\d/.test(word)) return word;
  if (word.length === 3) return withoutPlural(word);
  return withoutTense(withoutPlural(word)).replace(/(?<=..[^aeiou]|..[aeiou]{2})e$/, '');
}

function withoutPlural(word: string): string {
  if (unchanged.has(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) && !/[aeiou]is$/.test(word) ? word.slice(0, -1) : word;
}

function withoutTense(word: string): string {
  const stem = word.replace(/(?:ing|ed)$/, '');
  if (stem === word || stem.length < 3 || !/[aeiouy]/.test(stem)) return word;
  return /([^aeioulsz])\1$/.test(stem) || /.{4}ll$/.test(stem) ? stem.slice(0, -1) : stem;
}
