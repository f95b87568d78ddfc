import type { Connection } from '@connectory/client';
import { Badge, Group, Loader, Skeleton, Text } from '@mantine/core';
import { isUnderWay, useSyncs } from '../gateway/use-connections.ts';
import { Time } from '../shell/text.tsx';

const states: Readonly<Record<Connection['state'], { readonly color: string; readonly label: string }>> = {
  active: { color: 'green', label: 'Active' },
  degraded: { color: 'yellow', label: 'Failing' },
  reauthorization_required: { color: 'red', label: 'Needs reconnecting' },
};

/** The name of a connection's system. */
export const systemOf = ({ vendor, connector }: Connection): string => vendor ?? `${connector} (not installed)`;

interface StateBadgeProps extends Pick<Connection, 'state'> {
  readonly isPaused: boolean;
}

/** Whether a connection works, or is paused. */
export function StateBadge({ state, isPaused }: StateBadgeProps) {
  const { color, label } = isPaused ? { color: 'gray', label: 'Paused' } : states[state];
  return (
    <Badge color={color} variant="light" tt="none" miw="max-content">
      {label}
    </Badge>
  );
}

/** When the copies of a connection were last complete, and whether they are being updated; a dash if there are no copies. */
export function LastSync({ id }: { readonly id: string }) {
  const { data, isPending } = useSyncs(id);
  if (isPending) return <Skeleton height={14} width={80} />;
  // A gateway in direct mode has no copies; the page of the connection shows its problem.
  if (data === undefined || data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        –
      </Text>
    );
  const failed = data.filter(({ phase }) => phase === 'failed').length;
  const [oldest] = data.flatMap(({ synced_at: at }) => at ?? []).sort();
  return (
    <Group gap={8} wrap="nowrap">
      <Text size="sm" span>
        {oldest === undefined ? 'Not yet' : <Time at={oldest} />}
      </Text>
      {data.some(isUnderWay) && <Loader size={12} role="img" aria-label="Synchronizing" />}
      {failed > 0 && (
        <Badge color="red" variant="light" tt="none" size="sm">
          {failed} failed
        </Badge>
      )}
    </Group>
  );
}
