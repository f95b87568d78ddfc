import type { FoundAction } from '@connectory/client';
import { Badge } from '@mantine/core';

/** What an action does to the upstream, in a word. */
export function EffectBadge({ effect }: { readonly effect: Effect }) {
  const { label, color } = effects[effect];
  return (
    <Badge color={color} variant="light" size="sm" tt="none" miw="max-content">
      {label}
    </Badge>
  );
}

/** What an action does to the upstream. */
export type Effect = FoundAction['effect'];

interface EffectWords {
  readonly label: string;
  readonly color: string;
  /** What happens when it is sent, as text after the name of the vendor. */
  readonly consequence: string;
}

/** The name and appearance of each effect. */
export const effects: Readonly<Record<Effect, EffectWords>> = {
  read: { label: 'Read', color: 'gray', consequence: 'changes nothing' },
  write: { label: 'Write', color: 'blue', consequence: 'changes records there' },
  delete: { label: 'Delete', color: 'red', consequence: 'deletes records there' },
  outward: {
    label: 'Outward',
    color: 'orange',
    consequence: 'reaches people or systems beyond it, such as by a message, a call or a payment',
  },
};
