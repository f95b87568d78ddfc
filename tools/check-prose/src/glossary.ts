/** A word or phrase to avoid, in lower case, and its replacement. */
export interface AvoidedPhrase {
  readonly phrase: string;
  readonly instead: string;
}

const codeSpan = /`([^`]+)`/g;

/**
 * Reads the phrases to avoid from the Markdown text of a glossary. They are the code spans in the column "do not write" of its tables; the
 * first column of the row has the replacement. Throws an Error if there are none.
 */
export function avoidedPhrases(glossary: string): readonly AvoidedPhrase[] {
  const phrases: AvoidedPhrase[] = [];
  let avoidColumn = -1;
  for (const line of glossary.split('\n')) {
    const cells = line.startsWith('|') ? line.split('|').slice(1, -1) : [];
    const headerColumn = cells.findIndex((cell) => cell.trim() === 'do not write');
    if (headerColumn !== -1 || cells.length === 0) avoidColumn = headerColumn;
    else phrases.push(...phrasesOf(cells[avoidColumn] ?? '', cells[0] ?? ''));
  }
  if (phrases.length === 0) throw new Error('The glossary has no table with a column "do not write".');
  return phrases;
}

function phrasesOf(avoided: string, replacement: string): readonly AvoidedPhrase[] {
  const instead = replacement.trim();
  return [...avoided.matchAll(codeSpan)].map(([, phrase = '']) => ({ phrase: phrase.toLowerCase(), instead }));
}
