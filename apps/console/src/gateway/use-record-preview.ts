import type { NewPolicy } from '@connectory/client';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ForeignRecord } from '../results/columns.ts';
import { useSession } from '../session/session.tsx';
import { parseExact } from './execute.ts';
import { useWorkspace } from './use-workspace.ts';

/** A record as the user sees it, and as a policy would show it; null where it is not shown. */
export interface PreviewedRecord {
  readonly before: ForeignRecord | null;
  readonly after: ForeignRecord | null;
  /** Why `after` is null; null if it is not. */
  readonly reason: string | null;
}

interface PreviewedEntity {
  readonly policy: NewPolicy;
  /** Id or name of a connection. */
  readonly connection: string;
  readonly entity: string;
}

const address = '/api/v1/workspaces/{workspace}/tokens/preview/record';

/**
 * The first record of an entity that a policy shows, before and after; numbers stay exact. The previous one is shown until it is loaded;
 * nothing is requested while it is not enabled.
 */
export function useRecordPreview(previewed: PreviewedEntity, enabled: boolean): UseQueryResult<PreviewedRecord> {
  const { client } = useSession();
  const { name: workspace } = useWorkspace();
  return useQuery({
    queryKey: ['record-preview', workspace, previewed],
    enabled,
    placeholderData: keepPreviousData,
    // Each request is a read that the audit keeps.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { data } = await client.transport.POST(address, {
        params: { path: { workspace } },
        body: previewed,
        parseAs: 'text',
      });
      return (parseExact(String(data)) as { readonly data: PreviewedRecord }).data;
    },
  });
}
