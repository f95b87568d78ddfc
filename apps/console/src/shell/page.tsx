import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

interface PageProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly lead?: ReactNode;
  /** Buttons for the page as a whole. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

let isFirst = true;

/** A page with its title, which is also the window's. After navigation, it takes the focus, so that screen readers announce the page. */
export function Page({ title, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Connectory`;
  }, [title]);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={1} size="h3" ref={heading} tabIndex={-1} style={{ outline: 'none', overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {lead !== undefined && (
            <Text component="div" size="sm" c="dimmed" mt={2}>
              {lead}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
