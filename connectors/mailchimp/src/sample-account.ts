// The account of the samples: an outdoor shop in Oslo. Ids follow from positions, so that what it has belongs together. A position beyond
// the last line stands for the line it comes to when one begins again with the first.

/** Id of an object of the account. */
export function idOf(kind: string, position: number) {
  const seed = [...kind].reduce((sum, letter) => sum + letter.charCodeAt(0) * 101, position * 13);
  return ((seed * 48_611_527_337) % 16 ** 10).toString(16).padStart(10, '0');
}

/** Audiences by position: name, language, and the subject its campaigns have unless they say another one. */
type AudienceLine = readonly [name: string, language: string, subject: string];

const audienceLines: readonly AudienceLine[] = [
  ['Fell & Fjord customers', 'en', 'News from Fell & Fjord'],
  ['Fell & Fjord Club', 'en', 'For members of the Club'],
  ['Oslo store', 'no', 'Nytt fra butikken'],
  ['Kunden in Deutschland', 'de', 'Neues von Fell & Fjord'],
  ['Wholesale partners', 'en', 'For our partners'],
  ['Guided tours', 'en', 'Where we go next'],
];

/** The sample audience at a position. */
export function audienceAt(index: number) {
  const position = index % audienceLines.length;
  const [name, language, subject] = audienceLines[position] as AudienceLine;
  return { position, id: idOf('audience', position), name, language, subject, contacts: 4_100 - position * 611 };
}

/** Segments by position: audience, name, and the condition contacts must meet. One without a condition is a tag. */
type SegmentLine = readonly [audience: number, name: string, condition?: Readonly<Record<string, unknown>>];

const segmentLines: readonly SegmentLine[] = [
  [0, 'Bought in 2026'],
  [0, 'Returned an order'],
  [0, 'Event: Jotunheimen weekend'],
  [1, 'Renewed in 2026'],
  [1, 'Beta testers'],
  [2, 'Store opening'],
  [3, 'Katalog bestellt'],
  [3, 'Messe München'],
  [4, 'Net 30'],
  [5, 'Galdhøpiggen in July'],
  [0, 'Signed up in 2026', { condition_type: 'Date', field: 'timestamp_opt', op: 'greater', extra: '2025-12-31' }],
  [1, 'VIP members', { condition_type: 'VIP', field: 'gmonkey', op: 'member' }],
  [3, 'Auf Deutsch', { condition_type: 'Language', field: 'language', op: 'is', value: 'de' }],
];

export const segments = segmentLines.map(([audience, name, condition], position) => ({
  id: 3_104_210 + position * 17,
  list_id: audienceAt(audience).id,
  name,
  condition,
}));

/** The sample segment at a position. */
export const segmentAt = (index: number) => segments[index % segments.length] as (typeof segments)[number];
