import { Text } from '@mantine/core';
import { isExactNumber } from '../gateway/exact-json.ts';
import { ForeignText } from '../shell/foreign-text.tsx';

const longestCell = 120;

/** A value in one line of a table; nested values as JSON, truncated. */
export function Cell({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined)
    return (
      <Text span size="sm" c="dimmed">
        –
      </Text>
    );
  if (typeof value === 'string') return <ForeignText value={value} limit={longestCell} />;
  if (typeof value === 'number' || typeof value === 'boolean') return <>{String(value)}</>;
  if (isExactNumber(value)) return <>{value.rawJSON}</>;
  return (
    <Text span size="xs" ff="monospace" c="dimmed">
      <ForeignText value={JSON.stringify(value)} limit={longestCell} isJson />
    </Text>
  );
}
