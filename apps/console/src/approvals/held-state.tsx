import type { HeldWrite } from '@connectory/client';
import { Badge } from '@mantine/core';

/** How far a held write is, as a word. */
const heldStates: Readonly<Record<HeldWrite['state'], { readonly color: string; readonly label: string }>> = {
  held: { color: 'yellow', label: 'Waiting' },
  approved: { color: 'blue', label: 'Being sent' },
  executed: { color: 'green', label: 'Carried out' },
  failed: { color: 'red', label: 'Failed' },
  unknown: { color: 'orange', label: 'Outcome unknown' },
  refused: { color: 'gray', label: 'Refused' },
  expired: { color: 'gray', label: 'Expired' },
  void: { color: 'gray', label: 'Void' },
};

/** How far a held write is. */
export function HeldStateBadge({ state }: Pick<HeldWrite, 'state'>) {
  const { color, label } = heldStates[state];
  return (
    <Badge color={color} variant="light" tt="none" miw="max-content">
      {label}
    </Badge>
  );
}
