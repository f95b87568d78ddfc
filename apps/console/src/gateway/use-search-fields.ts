import type { ConnectorEntity } from '@connectory/client';
import { useQueries } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';
import { manifestQuery } from './use-manifest.ts';

/** A field of the copy, as the manifest describes it. */
type Field = NonNullable<ConnectorEntity['search']>['fields'][number];

/** The search fields of each entity with a copy, for some connectors, by the name of the entity; undefined until all are loaded. */
export function useSearchFields(connectors: readonly string[]): ReadonlyMap<string, readonly Field[]> | undefined {
  const { client } = useSession();
  return useQueries({
    queries: connectors.map((connector) => manifestQuery(client, connector)),
    combine: (manifests) => {
      if (manifests.some(({ data }) => data === undefined)) return undefined;
      const known = new Map<string, readonly Field[]>();
      for (const { name, search } of manifests.flatMap(({ data }) => data?.entities ?? [])) {
        if (search === null) continue;
        const others = known.get(name) ?? [];
        const isNew = (field: Field) =>
          field.absent === undefined && others.every((other) => other.name !== field.name);
        known.set(name, [...others, ...search.fields.filter(isNew)]);
      }
      return known;
    },
  });
}
