import type { Connection } from '@connectory/client';
import { Badge } from '@mantine/core';

const states: Readonly<Record<Connection['state'], { readonly color: string; readonly label: string }>> = {
  active: { color: 'green', label: 'Active' },
  degraded: { color: 'yellow', label: 'Failing' },
  reauthorization_required: { color: 'red', label: 'Needs reconnecting' },
};

/** Whether a connection works. */
export function StateBadge({ state }: Pick<Connection, 'state'>) {
  const { color, label } = states[state];
  return (
    <Badge color={color} variant="light" tt="none" miw="max-content">
      {label}
    </Badge>
  );
}
