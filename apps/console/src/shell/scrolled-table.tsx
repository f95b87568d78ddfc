import { Box, Paper } from '@mantine/core';
import { useScroller } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './scrolled-table.module.css';

interface ScrolledTableProps {
  /** What the table holds, for screen readers. */
  readonly label: string;
  /** Whether it also scrolls where it is higher than the window. */
  readonly isBounded?: boolean;
  readonly children: ReactNode;
}

/** A table that scrolls by itself where it is wider than the page: a shadow shows on which side there is more, and the keyboard reaches it. */
export function ScrolledTable({ label, isBounded = false, children }: ScrolledTableProps) {
  const { ref, canScrollStart, canScrollEnd } = useScroller<HTMLElement>({ draggable: false });
  return (
    <Paper withBorder className={classes.frame} mod={{ 'more-before': canScrollStart, 'more-after': canScrollEnd }}>
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
