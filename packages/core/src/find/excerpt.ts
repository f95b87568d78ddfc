const longText = 2_000;
const begin = 500;
const around = 200;
const snippetLength = 200;
const maxWords = 8;

/** The text of a value without tags of HTML; of a long one, the beginning and what surrounds the words, which are in lower case. */
export function relevantText(value: string, said: readonly string[]): string {
  const text = plain(value.slice(0, 100_000));
  if (text.length <= longText) return text;
  const lower = text.toLowerCase();
  const parts = said.slice(0, maxWords).flatMap((word) => {
    const at = lower.indexOf(word, begin);
    return at < 0 ? [] : [text.slice(Math.max(begin, at - around), at + around)];
  });
  return [text.slice(0, begin), ...parts].join(' … ');
}

/** The text in which the most words occur, around the first of them; empty if none has one. */
export function snippetOf(texts: readonly string[], said: readonly string[]): string {
  const [most] = texts
    .map((text) => {
      const lower = text.toLowerCase();
      return { text, places: said.map((word) => lower.indexOf(word)).filter((at) => at >= 0) };
    })
    .toSorted((one, other) => other.places.length - one.places.length);
  if (most === undefined || most.places.length === 0) return '';
  const { text: best, places } = most;
  const first = Math.min(...places);
  const start = best.length <= snippetLength ? 0 : Math.max(0, first - snippetLength / 4);
  const shown = best
    .slice(start, start + snippetLength)
    .toWellFormed()
    .replaceAll('\uFFFD', '');
  return `${start > 0 ? '…' : ''}${shown.trim()}${start + snippetLength < best.length ? '…' : ''}`;
}

const entities: Readonly<Record<string, string>> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const plain = (text: string) =>
  text
    .replace(/<[^<>]{1,1000}>/g, ' ')
    .replace(/&(nbsp|amp|lt|gt|quot|#39);/g, (_all, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
