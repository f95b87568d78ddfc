import type { Connection, ConnectionChange } from '@connectory/client';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { Pause, Pencil, Play, Settings, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { errorsByField } from '../gateway/execute.ts';
import { useManifest } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Question } from '../shell/question.tsx';
import { Loaded, Problem } from '../shell/states.tsx';
import { ForeignText } from '../shell/text.tsx';
import { SettingInputs, settingsOf } from './keys-form.tsx';

interface CommandProps {
  readonly connection: Connection;
}

/** What can be done with a connection: rename it, edit its settings, pause it, remove it. */
export function ConnectionCommands({ connection }: CommandProps) {
  return (
    <Group gap="xs">
      <DialogButton label="Rename" title="Rename this connection" icon={<Pencil size={14} aria-hidden />}>
        {(close) => <RenameForm connection={connection} onDone={close} />}
      </DialogButton>
      <DialogButton label="Settings" title="Settings" icon={<Settings size={14} aria-hidden />}>
        {(close) => <SettingsForm connection={connection} onDone={close} />}
      </DialogButton>
      <PauseButton connection={connection} />
      <DialogButton label="Remove" title="Remove this connection?" icon={<Trash2 size={14} aria-hidden />} isDangerous>
        {(close) => <RemoveQuestion connection={connection} onClose={close} />}
      </DialogButton>
    </Group>
  );
}

interface DialogButtonProps {
  readonly label: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly isDangerous?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

function DialogButton({ label, title, icon, isDangerous = false, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="xs"
        variant={isDangerous ? 'subtle' : 'default'}
        {...(isDangerous && { color: 'red' })}
        leftSection={icon}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        {isOpen && children(close)}
      </Modal>
    </>
  );
}

/** Changes a connection, and what is shown of it. */
export function useConnectionChange({ id }: Connection): UseMutationResult<Connection, Error, ConnectionChange> {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: ConnectionChange) => client.connections.update(id, change),
    onSuccess: (connection) => {
      queries.setQueryData(['connection', workspace, id], connection);
      return Promise.all([
        queries.invalidateQueries({ queryKey: ['connections', workspace] }),
        queries.invalidateQueries({ queryKey: ['syncs', workspace, id] }),
      ]);
    },
  });
}

function PauseButton({ connection }: CommandProps) {
  const change = useConnectionChange(connection);
  const { paused } = connection;
  return (
    <>
      <Button
        size="xs"
        variant={paused ? 'filled' : 'default'}
        leftSection={paused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
        loading={change.isPending}
        onClick={() => change.mutate({ paused: !paused })}
      >
        {paused ? 'Resume' : 'Pause'}
      </Button>
      {change.isError && <Problem error={change.error} />}
    </>
  );
}

interface FormProps extends CommandProps {
  onDone(): void;
}

function RenameForm({ connection, onDone }: FormProps) {
  const change = useConnectionChange(connection);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    change.mutate({ name }, { onSuccess: onDone });
  };
  const error = errorsByField(change.error)('/name');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          name="name"
          label="Name"
          description="Must be unique in the workspace. Programs that use the ID notice nothing; those that use the name need the new one."
          defaultValue={connection.name}
          maxLength={128}
          error={error}
          data-autofocus
        />
        {change.isError && error === undefined && <Problem error={change.error} />}
        <FormButtons isWorking={change.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}

function SettingsForm({ connection, onDone }: FormProps) {
  const manifest = useManifest(connection.connector);
  const change = useConnectionChange(connection);
  return (
    <Loaded query={manifest}>
      {({ settings }) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const entered = settingsOf(new FormData(event.currentTarget), settings);
            change.mutate({ settings: entered }, { onSuccess: onDone });
          }}
        >
          <Stack gap="md">
            <SettingInputs
              schema={settings}
              values={connection.settings}
              fieldErrors={errorsByField(change.error)}
              isOpen
            />
            <Text size="sm" c="dimmed">
              Settings that lead to another origin need the credentials again: use Reconnect after saving fails.
            </Text>
            {change.isError && <Problem error={change.error} />}
            <FormButtons isWorking={change.isPending} onCancel={onDone} />
          </Stack>
        </form>
      )}
    </Loaded>
  );
}

function FormButtons({ isWorking, onCancel }: { readonly isWorking: boolean; onCancel(): void }) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isWorking}>
        Save
      </Button>
    </Group>
  );
}

function RemoveQuestion({ connection: { id, name }, onClose }: CommandProps & { onClose(): void }) {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const remove = async () => {
    await client.connections.remove(id);
    // Navigate first, so that nothing about it is requested again.
    go(`/${workspace}/connections`);
    await queries.invalidateQueries({ queryKey: ['connections', workspace] });
  };
  return (
    <Question command="Remove" typed={name} onConfirm={remove} onCancel={onClose}>
      <Text size="sm">
        The credentials of <ForeignText value={name} limit={128} /> and its synchronized copy are deleted, and its calls
        and subscriptions fail from now on. Nothing changes at the vendor. You cannot undo this.
      </Text>
    </Question>
  );
}
