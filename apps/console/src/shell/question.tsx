import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Problem } from './states.tsx';

interface QuestionProps {
  /** The consequence of the command. */
  readonly children: ReactNode;
  /** The label of the button that confirms. */
  readonly command: string;
  /** What to type before the button can be used, for what cannot be created again. */
  readonly typed?: string;
  readonly isWorking: boolean;
  /** Why it failed; null if it did not. */
  readonly error: Error | null;
  onConfirm(): void;
  onCancel(): void;
}

/** A confirmation before something that cannot be undone, and why it failed. */
export function Question({ children, command, typed, isWorking, error, onConfirm, onCancel }: QuestionProps) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === undefined || text === typed) onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {children}
        {typed !== undefined && (
          <TextInput
            label={`Type ${typed} to confirm`}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        {error !== null && <Problem error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} data-autofocus={typed === undefined || undefined}>
            Cancel
          </Button>
          <Button color="red" type="submit" loading={isWorking} disabled={typed !== undefined && text !== typed}>
            {command}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
