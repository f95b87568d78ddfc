import { type RawValue, valueAt } from '@connectory/connector-sdk';
import { audienceAt, idOf, segments } from '../src/sample-account.ts';

const today = Date.UTC(2026, 10, 1);

/** A time as Mailchimp writes it, so many days and hours before the day of the samples. */
export const at = (daysAgo: number, hours = 0) =>
  new Date(today - (daysAgo * 24 + hours) * 3_600_000).toISOString().replace('.000Z', '+00:00');

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

const tags = segments.filter(({ condition }) => condition === undefined);

/** The sample tag at a position. */
export const tagAt = (index: number) => tags[index % tags.length] as (typeof segments)[number];

/** The audience of a sample tag. */
export const audienceOfTag = (tag: number) => tags.find(({ id }) => id === tag)?.list_id;

/** The tags and segments of an audience that a contact could be in, of which it is in one. */
export function segmentOf(list_id: string, contact: string) {
  const own = segments.filter((segment) => segment.list_id === list_id);
  return own[Number.parseInt(contact.slice(0, 4), 16) % own.length];
}

/**
 * Whether a record is among those that a simulated list is asked for. `since_` and `before_` bound a time, other parameters are equal
 * to a field. `places` are the fields that have another name than the parameter; parameters that name no field select nothing.
 */
export const asked =
  (places: Readonly<Record<string, string>> = {}) =>
  (record: RawValue, params: Readonly<Record<string, unknown>>): boolean =>
    Object.entries(params).every(([name, wanted]) => {
      const [, bound, field = name] = /^(since|before)_(.+)$/.exec(name) ?? [];
      const found = valueAt(record, places[field] ?? field);
      if (wanted === undefined || found === undefined) return true;
      if (bound === undefined) return found === wanted;
      const distance = Date.parse(found) - Date.parse(String(wanted));
      return bound === 'since' ? distance >= 0 : distance < 0;
    });
