// The account of the samples: an outdoor shop in Oslo. Ids follow from positions, so that what it has belongs together. A position beyond
// the last line stands for the line it comes to when one begins again with the first.

const today = Date.UTC(2026, 10, 1);

/** A time as Mailchimp writes it, so many days and hours before the day of the samples. */
export const at = (daysAgo: number, hours = 0) =>
  new Date(today - (daysAgo * 24 + hours) * 3_600_000).toISOString().replace('.000Z', '+00:00');

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

/** Interest categories by position: audience, title, how it is shown, interests. */
type CategoryLine = readonly [audience: number, title: string, type: string, interests: readonly string[]];

const categoryLines: readonly CategoryLine[] = [
  [0, 'Which sports do you do?', 'checkboxes', ['Hiking', 'Climbing', 'Cross-country skiing', 'Kayaking', 'Running']],
  [0, 'How often may we write?', 'radio', ['Every week', 'Once a month', 'Only about sales']],
  [1, 'Club level', 'hidden', ['Bronze', 'Silver', 'Gold']],
  [2, 'Hva er du interessert i?', 'checkboxes', ['Fjelltur', 'Ski', 'Padling']],
  [3, 'Was interessiert Sie?', 'checkboxes', ['Wandern', 'Klettern', 'Skilanglauf', 'Kajak']],
  [4, 'Product range', 'dropdown', ['Footwear', 'Outerwear', 'Equipment']],
  [5, 'Season', 'radio', ['Summer', 'Winter', 'All year']],
];

/** The sample interest category at a position. */
export function categoryAt(index: number) {
  const position = index % categoryLines.length;
  const [audience, title, type] = categoryLines[position] as CategoryLine;
  return { list_id: audienceAt(audience).id, id: idOf('category', position), title, display_order: position, type };
}

const interests = categoryLines.flatMap(([, , , names], category) => {
  const { id: category_id, list_id } = categoryAt(category);
  const idFor = (order: number) => idOf(`interest ${category}`, order);
  return names.map((name, order) => ({ category_id, list_id, id: idFor(order), name, display_order: order + 1 }));
});

/** The sample interest at a position. */
export const interestAt = (index: number) => interests[index % interests.length];

/** The interests of an audience, and which of them the contact at a position has. */
export const interestsOf = (list_id: string, position: number) =>
  Object.fromEntries(
    interests
      .filter((interest) => interest.list_id === list_id)
      .map(({ id }, order) => [id, (order + position) % 3 === 0]),
  );

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

const segments = segmentLines.map(([audience, name, condition], position) => ({
  id: 3_104_210 + position * 17,
  list_id: audienceAt(audience).id,
  name,
  condition,
}));

const tags = segments.filter(({ condition }) => condition === undefined);

/** The sample segment at a position. */
export const segmentAt = (index: number) => segments[index % segments.length] as (typeof segments)[number];

/** The sample tag at a position. */
export const tagAt = (index: number) => tags[index % tags.length] as (typeof segments)[number];

/** The audience of a sample tag. */
export const audienceOfTag = (tag: number) => tags.find(({ id }) => id === tag)?.list_id;

/** The tags and segments of an audience that a contact could be in, of which it is in one. */
export function segmentOf(list_id: string, contact: string) {
  const own = segments.filter((segment) => segment.list_id === list_id);
  return own[Number.parseInt(contact.slice(0, 4), 16) % own.length];
}
