import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { useConnections } from '../gateway/use-connections.ts';
import { useRightToManage } from '../gateway/use-right-to-manage.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Page } from '../shell/page.tsx';
import { addressOf, enteredFilter } from './audit-filter.ts';
import { Entries } from './entries.tsx';
import { FilterForm } from './filter-form.tsx';
import { useAudit, useTokenNames } from './use-audit.ts';

const purpose = 'read the audit';

/** The audit: who did what through the gateway, and the outcome. */
export function AuditPage() {
  const right = useRightToManage();
  return (
    <Page
      title="Audit"
      lead="Every call and every change of the workspace, newest first. Parameters, records and credentials are not stored."
    >
      <Loaded query={right} purpose={purpose}>
        {() => <FilteredAudit />}
      </Loaded>
    </Page>
  );
}

function FilteredAudit() {
  const [address, setAddress] = useSearchParams();
  const written = address.toString();
  const filter = useMemo(() => enteredFilter(new URLSearchParams(written)), [written]);
  const audit = useAudit(filter);
  const { data: connections } = useConnections();
  const tokens = useTokenNames();
  return (
    <Stack gap="lg">
      <FilterForm filter={filter} connections={connections ?? []} onFilter={(next) => setAddress(addressOf(next))} />
      <Loaded query={audit} purpose={purpose}>
        {({ pages }) => (
          <Entries
            entries={pages.flatMap(({ data }) => data)}
            names={{ tokens, connections }}
            hasOlder={audit.hasNextPage}
            isLoading={audit.isFetchingNextPage}
            isRefreshing={audit.isRefetching && !audit.isFetchingNextPage}
            onRefresh={() => void audit.refetch()}
            onOlder={() => void audit.fetchNextPage()}
          />
        )}
      </Loaded>
    </Stack>
  );
}
