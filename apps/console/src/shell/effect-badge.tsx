import { Badge } from '@mantine/core';
import { type Effect, effects } from './effects.ts';

/** What an action does to the upstream, in a word. */
export function EffectBadge({ effect }: { readonly effect: Effect }) {
  const { label, color } = effects[effect];
  return (
    <Badge color={color} variant="light" size="sm" tt="none" miw="max-content">
      {label}
    </Badge>
  );
}
