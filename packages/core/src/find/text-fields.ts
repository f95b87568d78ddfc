import type { EntityLayout, LayoutField } from '@connectory/context-store';

/** The most fields of an entity in which words are looked for: those of the title, then others in the order of the layout. */
const maxFields = 8;

// Words at the end of names whose values are no texts that people write, or that are the same in many records.
const notText =
  /(?:^|[^a-z])(?:s?ids?|gids?|uids?|uuids?|ur[il]s?|links?|hrefs?|permalink|tokens?|hash|secret|status|states?|types?|kinds?|modes?|currency|locales?|languages?|time ?zones?|tz|colou?r|formats?|versions?|scopes?|policy|method|ip|user agent|etag|object|generation|visibility)$/;

const wordsOfName = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .toLowerCase();

/** The fields of a copy that hold texts of people: those of the title first, then searchable strings that are no ids, states or addresses. */
export function textFields(layout: EntityLayout, title: readonly string[] = []): readonly string[] {
  const strings = [...new Set(layout.fields.flatMap((field) => [...stringsIn(field)]))];
  const isTitle = new Set(title);
  const others = strings.filter((name) => !isTitle.has(name) && !notText.test(wordsOfName(name)));
  return [...strings.filter((name) => isTitle.has(name)), ...others].slice(0, maxFields);
}

function* stringsIn({ name, type, absent, members }: LayoutField): Generator<string> {
  if (absent) return;
  if (type === 'string') yield name;
  for (const [member, memberType] of Object.entries(members)) if (memberType === 'string') yield `${name}.${member}`;
}

const changed = /updat|modif|changed|activity/i;

/** The field with the time of the last change of a record, otherwise another of its times; undefined if it has none. */
export function timeField({ fields }: EntityLayout): LayoutField | undefined {
  const times = fields.filter(({ type, absent }) => type.includes(':') && !absent);
  return times.find(({ name }) => changed.test(name)) ?? times.find(({ name }) => /creat/i.test(name)) ?? times[0];
}
