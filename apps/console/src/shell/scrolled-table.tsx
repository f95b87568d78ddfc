import { Box, Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './scrolled-table.module.css';

interface ScrolledTableProps {
  /** What the table holds, for screen readers. */
  readonly label: string;
  /** Whether it also scrolls where it is higher than the window. */
  readonly isBounded?: boolean;
  readonly children: ReactNode;
}

/** A table that scrolls by itself where it is wider than the page; the keyboard reaches what is outside. */
export function ScrolledTable({ label, isBounded = false, children }: ScrolledTableProps) {
  return (
    <Paper withBorder className={classes.frame}>
      <Box
        component="section"
        className={isBounded ? classes.bounded : classes.scrolled}
        aria-label={label}
        tabIndex={0}
      >
        {children}
      </Box>
    </Paper>
  );
}
