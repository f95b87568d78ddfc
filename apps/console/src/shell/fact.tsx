import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A fact about the page's subject, below its label. */
export function Fact({ label, children }: FactProps) {
  return (
    <div>
      <Text size="xs" c="dimmed" fw={600}>
        {label}
      </Text>
      <Text component="div" size="sm">
        {children}
      </Text>
    </div>
  );
}
