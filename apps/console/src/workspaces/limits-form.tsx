import type { Workspace } from '@connectory/client';
import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../session/session.tsx';
import { Problem } from '../shell/states.tsx';

interface LimitsFormProps {
  readonly workspace: Workspace;
  onClose(): void;
}

const limits = [
  { name: 'calls_per_minute', label: 'Calls per minute', max: 1_000_000 },
  { name: 'calls_per_day', label: 'Calls per day (UTC)', max: 1_000_000_000 },
  { name: 'running_calls', label: 'Concurrent calls in one process', max: 1_000 },
] as const;

type Entered = Readonly<Partial<Record<(typeof limits)[number]['name'], number>>>;

/** Replaces the limits that all tokens of a workspace share. An empty input removes a limit. */
export function LimitsForm({ workspace, onClose }: LimitsFormProps) {
  const { client, reloadWorkspaces } = useSession();
  const [entered, setEntered] = useState<Entered>(workspace.limits);
  const change = useMutation({
    mutationFn: () => client.workspaces.update(workspace.name, { limits: entered }),
    onSuccess: async () => {
      await reloadWorkspaces();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {limits.map(({ name, label, max }) => (
          <NumberInput
            key={name}
            label={label}
            placeholder={name === 'running_calls' ? '100' : 'No limit'}
            min={1}
            max={max}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=","
            value={entered[name] ?? ''}
            onChange={(value) => setEntered({ ...entered, [name]: typeof value === 'number' ? value : undefined })}
          />
        ))}
        {change.error !== null && <Problem error={change.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
