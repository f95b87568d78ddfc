import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from './states.tsx';

interface QuestionProps {
  /** The consequence of the command. */
  readonly children: ReactNode;
  /** The label of the button that confirms. */
  readonly command: string;
  readonly isWorking: boolean;
  /** Whether it may be confirmed; false until a name that must be typed is typed. */
  readonly isReady?: boolean;
  /** Why it failed; null if it did not. */
  readonly error: Error | null;
  onConfirm(): void;
  onCancel(): void;
}

/** A confirmation before something that cannot be undone, and why it failed. */
export function Question({ children, command, isWorking, isReady = true, error, onConfirm, onCancel }: QuestionProps) {
  return (
    <Stack gap="md">
      {children}
      {error !== null && <Problem error={error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={onConfirm} loading={isWorking} disabled={!isReady}>
          {command}
        </Button>
      </Group>
    </Stack>
  );
}
