import type { Delivery, DeliveryState } from '@connectory/client';
import { Badge } from '@mantine/core';

/** The name and color of each state of a delivery. */
export const deliveryStates: Readonly<Record<DeliveryState, { readonly color: string; readonly label: string }>> = {
  waiting: { color: 'yellow', label: 'Waiting' },
  delivered: { color: 'green', label: 'Delivered' },
  failed: { color: 'red', label: 'Failed' },
};

/** The state of a delivery, in a word. */
export function DeliveryStateBadge({ state }: Pick<Delivery, 'state'>) {
  const { color, label } = deliveryStates[state];
  return (
    <Badge color={color} variant="light" tt="none" miw="max-content">
      {label}
    </Badge>
  );
}
