import { Badge } from '@mantine/core';
import { labelOf } from '../form/labels.ts';

/** Marks a field that holds personal data with its kind; nothing for any other field. */
export function PersonalMark({ kind }: { readonly kind: string | undefined }) {
  if (kind === undefined || kind === '') return null;
  return (
    <Badge component="span" variant="light" color="orange" size="xs" tt="none" miw="max-content" title="Personal data">
      Personal: {labelOf(kind).toLowerCase()}
    </Badge>
  );
}
