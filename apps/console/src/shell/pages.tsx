import { Group, Pagination, Text } from '@mantine/core';

interface PagesProps {
  readonly rowCount: number;
  readonly rowsPerPage: number;
  /** The current page, from 1. */
  readonly page: number;
  onChange(page: number): void;
}

/** The range of rows of a long list, with buttons to the others; nothing if all are shown. */
export function Pages({ rowCount, rowsPerPage, page, onChange }: PagesProps) {
  if (rowCount <= rowsPerPage) return null;
  const first = (page - 1) * rowsPerPage + 1;
  const last = Math.min(page * rowsPerPage, rowCount);
  return (
    <Group gap="md">
      <Pagination
        total={Math.ceil(rowCount / rowsPerPage)}
        value={page}
        onChange={onChange}
        size="sm"
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      />
      <Text size="sm" c="dimmed" role="status">
        Rows {inWords(first)} to {inWords(last)} of {inWords(rowCount)}
      </Text>
    </Group>
  );
}

const inWords = (count: number) => count.toLocaleString('en');
