import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyProps {
  readonly title: string;
  /** What to do about it. */
  readonly children?: ReactNode;
}

/** Shown if a list is empty, with what to do next. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        <Text fw={600}>{title}</Text>
        {children !== undefined && (
          <Text component="div" size="sm" c="dimmed">
            {children}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
