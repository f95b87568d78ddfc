import type { Addresses } from './addresses.ts';
import { type KnownIds, type PersonId, refersTo } from './known-ids.ts';

/** Why a record is about a person, and where in the record that is. */
export type MentionReason =
  | { readonly reason: 'is' | 'contains_email'; readonly at: string }
  | { readonly reason: 'refers_to'; readonly at: string; readonly entity: string | null; readonly id: string };

/** What reasons depend on besides the values of a record. */
export interface MentionSubject {
  readonly connectionId: string;
  readonly entity: string;
  /** The fields that identify a record, which refer to nothing else. */
  readonly keyFields: readonly string[];
  /** Names of all entities of the connector. */
  readonly entities: readonly string[];
}

/** A scalar value within a JSON value, and the names that lead to it; of a member name, the value is the name itself. */
interface Leaf {
  readonly path: readonly string[];
  readonly value: string | number | bigint;
}

const maxReasons = 10;
const maxDepth = 100;

/** The reasons in the values of a document, at most ten. */
export function reasonsIn(
  document: unknown,
  addresses: Addresses,
  ids: KnownIds,
  subject: MentionSubject,
): readonly MentionReason[] {
  const reasons: MentionReason[] = [];
  for (const { path, value } of leavesOf(document)) {
    const at = path.join('.');
    if (typeof value === 'string' && addresses.isIn(value))
      reasons.push({ reason: isOwnAddress(path) && addresses.is(value) ? 'is' : 'contains_email', at });
    else {
      const id = idAt(path, String(value), ids, subject);
      if (id !== undefined) reasons.push({ reason: 'refers_to', at, entity: id.entity, id: id.id });
    }
    if (reasons.length === maxReasons) break;
  }
  return reasons;
}

function idAt(
  path: readonly string[],
  value: string,
  ids: KnownIds,
  { connectionId, keyFields, entities }: MentionSubject,
): PersonId | undefined {
  const known = ids.withValue(connectionId, value);
  if (known.length === 0 || keyFields.includes(path.join('.'))) return undefined;
  return known.find((id) => refersTo(path, id, entities));
}

/** The scalars of a JSON value, and the names of its members. */
export function* leavesOf(value: unknown, path: readonly string[] = []): Generator<Leaf> {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') yield { path, value };
  if (typeof value !== 'object' || value === null || path.length > maxDepth) return;
  const isArray = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const below = [...path, name];
    if (!isArray && name.includes('@')) yield { path: below, value: name };
    yield* leavesOf(member, below);
  }
}

const ownAddress = /^(?:e-?mail|mail|e-?mail_?address|primary_?e-?mail)$/i;
/** Members below which some vendors have all fields of a record. */
const wrappers: ReadonlySet<string> = new Set(['properties', 'attributes', 'profile', 'fields']);

// The address of somebody else stands below a member of its own: `requester.email`.
function isOwnAddress(path: readonly string[]): boolean {
  const [name = '', ...above] = path.toReversed();
  return ownAddress.test(name) && above.every((member) => wrappers.has(member));
}
