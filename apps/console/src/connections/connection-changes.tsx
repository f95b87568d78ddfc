import { Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { mostChanges, useFollowedChanges } from '../gateway/use-followed-changes.ts';
import { useSession } from '../session/session.tsx';
import { Empty } from '../shell/empty.tsx';
import { NeedsWorkspaceToken } from '../shell/needs-workspace-token.tsx';
import { Problem } from '../shell/problem.tsx';
import { ChangeTable } from './change-table.tsx';

const minute = 60_000;
const spans: readonly { readonly value: string; readonly label: string; readonly milliseconds: number }[] = [
  { value: 'minutes', label: 'Last 10 minutes', milliseconds: 10 * minute },
  { value: 'hour', label: 'Last hour', milliseconds: 60 * minute },
  { value: 'day', label: 'Last day', milliseconds: 24 * 60 * minute },
  { value: 'days', label: 'Last 6 days', milliseconds: 6 * 24 * 60 * minute },
];

const momentBefore = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/** The newest changes of the copies of a connection, updated while they are shown. */
export function ConnectionChanges({ id }: { readonly id: string }) {
  const { isAdmin } = useSession();
  return isAdmin ? <NeedsWorkspaceToken /> : <Followed id={id} />;
}

function Followed({ id }: { readonly id: string }) {
  const [span, setSpan] = useState('hour');
  const [since, setSince] = useState(() => momentBefore(60 * minute));
  const { changes, count, error } = useFollowedChanges(id, since);
  const choose = (chosen: string | null) => {
    const found = spans.find(({ value }) => value === chosen);
    if (found === undefined) return;
    setSpan(found.value);
    setSince(momentBefore(found.milliseconds));
  };
  return (
    <Stack gap="sm" component="section" aria-label="Changes">
      <Group justify="space-between" align="flex-end">
        <Text size="sm" c="dimmed" role="status">
          {countOf(count)}
        </Text>
        <Select
          label="Since"
          allowDeselect={false}
          data={spans.map(({ value, label }) => ({ value, label }))}
          value={span}
          onChange={choose}
        />
      </Group>
      {error !== null && <Problem error={error} onRetry={() => choose(span)} />}
      {changes.length > 0 && <ChangeTable changes={changes} />}
      {changes.length === 0 && error === null && (
        <Empty title="No changes">A change appears here when it happens.</Empty>
      )}
    </Stack>
  );
}

function countOf(count: number): string {
  const words = `${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'}`;
  return count > mostChanges ? `${words}, of which you see the newest ${mostChanges}` : words;
}
