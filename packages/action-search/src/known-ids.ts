import type { Connector, Entity } from '@connectory/connector-sdk';

/** An entity whose ids are recognized by their prefix, such as `cus_`. */
export interface KnownIds {
  readonly prefix: string;
  readonly connector: string;
  readonly entity: string;
}

/** Letters before an underline, or two capitals before something long. */
const beginning = /^(?:[a-z]{1,8}_(?=\w{8})|[A-Z]{2}(?=[\da-f]{16}))/;

/** Prefixes of the ids of entities, taken from their samples; entities without a distinct prefix are omitted. */
export function knownIdsOf(connectors: readonly Connector[]): readonly KnownIds[] {
  const found = connectors.flatMap(({ id, entities }) =>
    entities.map((entity) => ({ prefix: prefixOf(entity), connector: id, entity: entity.name })),
  );
  // Steps of what has the id come after it.
  return found.filter(
    ({ prefix }, place) => prefix !== '' && found.findIndex((other) => other.prefix === prefix) === place,
  );
}

/** The entities whose ids occur in a wish, and the wish without these ids. */
export function findIds(known: readonly KnownIds[], wish: string): { text: string; ids: readonly KnownIds[] } {
  const ids: KnownIds[] = [];
  const text = wish.replace(/\b(?:[a-z]{1,8}_(?=\w*\d|\s)|[A-Z]{2}(?=[A-Za-z\d]*\d))[A-Za-z\d]*\b/g, (id) => {
    const found = known.find(({ prefix }) => id.startsWith(prefix));
    if (found === undefined) return id;
    ids.push(found);
    return `id ${found.entity}`;
  });
  return { text, ids };
}

function prefixOf({ sample, key }: Entity): string {
  if (typeof key !== 'string' || sample === null) return '';
  const person = { first: '', last: '', email: '' };
  try {
    const record = sample({
      index: 0,
      integer: (minimum) => minimum,
      pick: ([first]) => first as never,
      id: (prefix, length) => `${prefix}${'0'.repeat(length)}`,
      time: () => '',
      epoch: () => 0,
      person: () => person,
      company: () => '',
      words: () => '',
      of: () => '0',
    });
    return beginning.exec(String(record[key]))?.[0] ?? '';
  } catch {
    // A sample may refer to records that only a simulated vendor has.
    return '';
  }
}
