/** A record by its ID; of any entity of the connection if that is null. */
export interface PersonId {
  readonly connectionId: string;
  readonly entity: string | null;
  readonly id: string;
}

/** IDs of records that are a person. */
export class KnownIds {
  readonly #byValue = new Map<string, PersonId[]>();

  /** Adds an ID; false if it was known. */
  add(id: PersonId): boolean {
    const name = `${id.connectionId} ${id.id}`;
    const known = this.#byValue.get(name) ?? [];
    if (known.some(({ entity }) => entity === id.entity)) return false;
    this.#byValue.set(name, [...known, id]);
    return true;
  }

  /** The IDs of a connection with a value. */
  withValue(connectionId: string, value: string): readonly PersonId[] {
    return this.#byValue.get(`${connectionId} ${value}`) ?? [];
  }

  /** All values of a connection. */
  valuesOf(connectionId: string): readonly string[] {
    return [...this.#byValue.values()].flatMap(([id]) => (id?.connectionId === connectionId ? [id.id] : []));
  }
}

/** Whether an ID hardly occurs by chance as another value: a long number, or letters with digits. */
export function isDistinctive(id: string): boolean {
  if (/^\d+$/.test(id)) return id.length >= 9;
  return id.length >= 5 && /\d/.test(id) && /\D/.test(id);
}

/** Roles in which fields refer to people. */
const roles: ReadonlySet<string> = new Set(
  'user person contact customer member candidate employee author owner requester submitter assignee creator reporter recipient sender collaborator follower actor createdby updatedby'.split(
    ' ',
  ),
);

/** Whether a value at a path that equals an ID is a reference to it: one that may be chance needs a field that names the entity or a role. */
export function refersTo(path: readonly string[], { entity, id }: PersonId, entities: readonly string[]): boolean {
  if (isDistinctive(id)) return true;
  const [last = '', above = ''] = path.filter((name) => !/^\d+$/.test(name)).toReversed();
  const name = singular(/^(?:g?id|uid|key|login|username)$/i.test(last) ? above : withoutId(last));
  if (entity !== null && name === singular(entity)) return true;
  return roles.has(name) && !entities.some((other) => other !== entity && singular(other) === name);
}

const withoutId = (name: string) => name.replace(/(?:_(?:id|ids|key|login)|Ids?)$/, '');

const singular = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '');
