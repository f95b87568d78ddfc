import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from './problem.tsx';

interface QuestionProps {
  readonly title: string;
  /** What happens when it is answered with the command. */
  readonly children: ReactNode;
  /** What the button that goes on says. */
  readonly command: string;
  readonly isWorking: boolean;
  /** Why it failed; null when it did not. */
  readonly error: Error | null;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something that cannot be undone; it stays open until it is done, and says why it failed. */
export function Question({ title, children, command, isWorking, error, onConfirm, onClose }: QuestionProps) {
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="md">
        {children}
        {error !== null && <Problem error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={onConfirm} loading={isWorking}>
            {command}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
