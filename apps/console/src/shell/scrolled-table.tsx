import { Box, Paper, Stack, TextInput } from '@mantine/core';
import { useScroller } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Pages } from './pages.tsx';
import classes from './scrolled-table.module.css';
import { Empty } from './states.tsx';

interface ScrolledTableProps {
  /** Its contents, for screen readers. */
  readonly label: string;
  /** Whether it also scrolls if it is taller than the window. */
  readonly isBounded?: boolean;
  readonly children: ReactNode;
}

/**
 * A table that scrolls if it is wider than the page: a shadow shows on which side there is more, and it is reachable by keyboard. Where
 * there is little space, each row of one that is not bounded is a block with a line for each column instead.
 */
export function ScrolledTable({ label, isBounded = false, children }: ScrolledTableProps) {
  const { ref, canScrollStart, canScrollEnd } = useScroller<HTMLElement>({ draggable: false });
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    for (const [column, { textContent }] of [...(frame.current?.querySelectorAll('thead tr > *') ?? [])].entries())
      frame.current?.style.setProperty(`--column-${column + 1}`, JSON.stringify(textContent));
  });
  return (
    <Paper
      withBorder
      ref={frame}
      className={classes.frame}
      mod={{ 'more-before': canScrollStart, 'more-after': canScrollEnd }}
    >
      <Box
        component="section"
        ref={ref}
        className={isBounded ? classes.bounded : classes.scrolled}
        aria-label={label}
        tabIndex={0}
      >
        {children}
      </Box>
    </Paper>
  );
}

// Each row may send its own request.
const rowsPerPage = 25;

interface FoundRowsProps<Row> {
  readonly rows: readonly Row[];
  /** The label of the search input. */
  readonly label: string;
  readonly placeholder: string;
  /** The title if no row matches. */
  readonly emptyTitle: string;
  /** The searchable texts of a row. */
  textsOf(row: Row): readonly string[];
  /** Renders a table of rows. */
  children(rows: readonly Row[]): ReactNode;
}

/** Rows that can be searched by a part of their text, some at a time. */
export function FoundRows<Row>({ rows, label, placeholder, emptyTitle, textsOf, children }: FoundRowsProps<Row>) {
  const [wanted, setWanted] = useState('');
  const [page, setPage] = useState(1);
  const text = wanted.trim().toLowerCase();
  const found = rows.filter((row) => textsOf(row).some((value) => value.toLowerCase().includes(text)));
  // A reloaded list may be shorter.
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
