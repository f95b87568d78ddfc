import { type Connection, type ConnectorEntity, ConnectoryError } from '@connectory/client';
import { Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type Call, execute } from '../gateway/execute.ts';
import { AnswerPages } from '../results/answer-pages.tsx';
import { CopyAs } from '../results/copy-as.tsx';
import { useAnswerPages } from '../results/use-answer-pages.ts';
import { useSession } from '../session/session.tsx';
import { Problem } from '../shell/problem.tsx';
import { Time } from '../shell/time.tsx';
import { paramsOf, type SearchDraft } from './query.ts';
import { SearchForm } from './search-form.tsx';
import { type Plan, SearchPlan } from './search-plan.tsx';

interface EntitySearchProps {
  readonly connection: Connection;
  readonly entity: ConnectorEntity;
}

const start: SearchDraft = { match: 'and', conditions: [], sort: undefined, limit: 100, explain: false };

/** Searches the copy of one entity: the form, the age of the copy, the records, and the plan if requested. */
export function EntitySearch({ connection, entity }: EntitySearchProps) {
  const { client } = useSession();
  const [draft, setDraft] = useState(start);
  const fields = useMemo(() => entity.search?.fields.filter(({ absent }) => absent === undefined) ?? [], [entity]);
  const params = paramsOf(draft, fields);
  const call: Call = { connectionId: connection.id, entity: entity.name, action: 'context_store_search', params };
  const search = useAnswerPages((pageParams) => execute(client, { ...call, params: pageParams }));
  const begin = () => search.begin(params);
  const { error, pages } = search;
  const last = pages.at(-1);
  return (
    <Stack gap="md">
      <SearchForm
        fields={fields}
        draft={draft}
        errors={(error instanceof ConnectoryError ? error.problem?.errors : undefined) ?? []}
        isSearching={search.isPending}
        onChange={(next) => {
          setDraft(next);
          // The pages and errors belong to another search.
          search.clear();
        }}
        onSearch={begin}
      >
        <CopyAs call={call} connection={connection} />
      </SearchForm>
      {error !== null && <Problem error={error} onRetry={begin} />}
      {last !== undefined && (
        <>
          <Freshness meta={last.meta as unknown as SearchMeta} />
          {last.meta.plan !== undefined && <SearchPlan plan={last.meta.plan as Plan} />}
        </>
      )}
      <AnswerPages pages={pages} recordKey={entity.key} isLoading={search.isPending} onNext={search.next} />
    </Stack>
  );
}

interface SearchMeta {
  readonly synced_at: string | null;
  readonly took_ms: number;
}

function Freshness({ meta: { synced_at: syncedAt, took_ms: took } }: { readonly meta: SearchMeta }) {
  return (
    <Group gap="lg">
      <Text size="sm" c="dimmed">
        {syncedAt === null ? (
          'The copy is not complete yet.'
        ) : (
          <>
            Copy as of <Time at={syncedAt} />
          </>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        Searched in {took.toLocaleString('en')} ms
      </Text>
    </Group>
  );
}
