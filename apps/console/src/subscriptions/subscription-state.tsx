import type { Subscription } from '@connectory/client';
import { Badge } from '@mantine/core';

const states: Readonly<Record<Subscription['state'], { readonly color: string; readonly label: string }>> = {
  active: { color: 'green', label: 'Active' },
  paused: { color: 'yellow', label: 'Paused' },
};

/** Whether changes are delivered. */
export function SubscriptionState({ state }: Pick<Subscription, 'state'>) {
  const { color, label } = states[state];
  return (
    <Badge color={color} variant="light" tt="none" miw="max-content">
      {label}
    </Badge>
  );
}
