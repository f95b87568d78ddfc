import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Problem } from './states.tsx';

interface QuestionProps {
  /** The consequence of the command. */
  readonly children: ReactNode;
  /** The label of the button that confirms. */
  readonly command: string;
  /** What to type before the button can be used, for what cannot be created again. */
  readonly typed?: string;
  /** Carries out the command, and whatever follows from it; rejects with why it failed. Its result is not kept. */
  onConfirm(): Promise<void>;
  onCancel(): void;
}

/** A confirmation before something that cannot be undone, and why it failed. */
export function Question({ children, command, typed, onConfirm, onCancel }: QuestionProps) {
  const [text, setText] = useState('');
  const confirmed = useMutation({ mutationFn: onConfirm });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === undefined || text === typed) confirmed.mutate();
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
        {confirmed.error !== null && <Problem error={confirmed.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} data-autofocus={typed === undefined || undefined}>
            Cancel
          </Button>
          <Button
            color="red"
            type="submit"
            loading={confirmed.isPending}
            disabled={typed !== undefined && text !== typed}
          >
            {command}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
