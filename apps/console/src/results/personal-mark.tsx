import { Text } from '@mantine/core';
import { labelOf } from '../form/labels.ts';

/** Marks a field that holds personal data with its kind; nothing for any other field. */
export function PersonalMark({ kind }: { readonly kind: string | undefined }) {
  if (kind === undefined || kind === '') return null;
  return (
    <Text span size="xs" fw={600} c="var(--mantine-color-orange-light-color)">
      Personal: {labelOf(kind).toLowerCase()}
    </Text>
  );
}
