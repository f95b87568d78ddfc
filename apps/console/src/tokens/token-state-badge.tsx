import { Badge } from '@mantine/core';
import type { TokenState } from '../gateway/use-tokens.ts';

const states: Readonly<Record<TokenState, { readonly color: string; readonly label: string }>> = {
  valid: { color: 'green', label: 'Valid' },
  expired: { color: 'gray', label: 'Expired' },
  revoked: { color: 'gray', label: 'Revoked' },
};

/** Whether a token can be used. */
export function TokenStateBadge({ state }: { readonly state: TokenState }) {
  const { color, label } = states[state];
  return (
    <Badge color={color} variant="light" tt="none" miw="max-content">
      {label}
    </Badge>
  );
}
