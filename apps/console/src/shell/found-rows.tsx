import { Stack, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Empty } from './empty.tsx';
import { Pages } from './pages.tsx';

// A row may cost a request of its own.
const rowsPerPage = 25;

interface FoundRowsProps<Row> {
  readonly rows: readonly Row[];
  /** What the search input is called. */
  readonly label: string;
  readonly placeholder: string;
  /** What is said when no row has the text. */
  readonly emptyTitle: string;
  /** The texts of a row that are searched. */
  textsOf(row: Row): readonly string[];
  /** The table of some rows. */
  children(rows: readonly Row[]): ReactNode;
}

/** Rows that are found by a part of their text, some at a time. */
export function FoundRows<Row>({ rows, label, placeholder, emptyTitle, textsOf, children }: FoundRowsProps<Row>) {
  const [wanted, setWanted] = useState('');
  const [page, setPage] = useState(1);
  const text = wanted.trim().toLowerCase();
  const found = rows.filter((row) => textsOf(row).some((value) => value.toLowerCase().includes(text)));
  // A list that was loaded again may be shorter.
  const current = Math.max(1, Math.min(page, Math.ceil(found.length / rowsPerPage)));
  return (
    <Stack gap="sm">
      <TextInput
        aria-label={label}
        placeholder={placeholder}
        leftSection={<Search size={16} aria-hidden />}
        value={wanted}
        onChange={({ currentTarget }) => {
          setWanted(currentTarget.value);
          setPage(1);
        }}
        maw="24rem"
      />
      {found.length === 0 ? (
        <Empty title={emptyTitle} />
      ) : (
        children(found.slice((current - 1) * rowsPerPage, current * rowsPerPage))
      )}
      <Pages rowCount={found.length} rowsPerPage={rowsPerPage} page={current} onChange={setPage} />
    </Stack>
  );
}
