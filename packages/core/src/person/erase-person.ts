import { erasedAtOnce } from '@connectory/context-store';
import type { ControlPlane, ErasedTraces } from '@connectory/control-plane';
import type { ContextCopy } from '../hosted/context-copy.ts';
import type { PersonCopy } from './person-copies.ts';
import type { PersonRequest, PersonSearch } from './person-search.ts';

/** Dependencies of erasing. */
export interface ErasePersonParts {
  readonly controlPlane: Pick<ControlPlane, 'personTraces'>;
  readonly copy: ContextCopy;
}

/** What was erased, as counts. */
export interface ErasedPerson extends ErasedTraces {
  readonly records: number;
  /** Changes of the feeds that were about the person. */
  readonly changes: number;
}

/**
 * Erases what a search finds: the records with every earlier version, the files of their copies, and what the control plane keeps. Throws the
 * reason of the signal; call it again to complete it.
 */
export async function erasePerson(
  { controlPlane, copy }: ErasePersonParts,
  search: PersonSearch,
  { workspaceId, signal }: Pick<PersonRequest, 'workspaceId' | 'signal'>,
): Promise<ErasedPerson> {
  for await (const _ of search.records());
  const former = new Map<PersonCopy, Set<string>>();
  let changes = 0;
  for await (const { copy: changed, change } of search.changes()) {
    changes += 1;
    if (search.keys.get(changed)?.has(change.key) === true) continue;
    former.set(changed, (former.get(changed) ?? new Set()).add(change.key));
  }
  let records = 0;
  for (const one of new Set([...search.keys.keys(), ...former.keys()])) {
    const { connection, plan } = one;
    const keys = [...(search.keys.get(one) ?? [])];
    const formerKeys = [...(former.get(one) ?? [])];
    for (let index = 0; index < Math.max(keys.length, formerKeys.length); index += erasedAtOnce) {
      signal.throwIfAborted();
      records += await copy.erase(connection, plan.layout, {
        keys: keys.slice(index, index + erasedAtOnce),
        formerKeys: formerKeys.slice(index, index + erasedAtOnce),
      });
    }
    await copy.removeFiles(connection.id);
  }
  const connectionIds = search.connections.map(({ id }) => id);
  const traces = await controlPlane.personTraces.erase({ workspaceId, person: search.person, signal }, connectionIds);
  return { records, changes, ...traces };
}
