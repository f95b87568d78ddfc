import { Box, Paper } from '@mantine/core';
import { useScroller } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './scrolled-table.module.css';

interface ScrolledTableProps {
  /** Its contents, for screen readers. */
  readonly label: string;
  /** Whether it also scrolls if it is taller than the window. */
  readonly isBounded?: boolean;
  readonly children: ReactNode;
}

/** A table that scrolls if it is wider than the page: a shadow shows on which side there is more, and it is reachable by keyboard. */
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
