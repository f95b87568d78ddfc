import type { Subscription } from '@connectory/client';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useRenewSubscription } from '../gateway/use-subscriptions.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Problem } from '../shell/problem.tsx';
import { TimeInput } from '../shell/time-input.tsx';

/** Delivers the changes since a time again. */
export function Replay({ id }: Pick<Subscription, 'id'>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="xs" variant="default" leftSection={<History size={14} aria-hidden />} onClick={() => setOpen(true)}>
        Replay
      </Button>
      <Modal opened={isOpen} onClose={close} title="Deliver changes again">
        {isOpen && <ReplayForm id={id} onClose={close} />}
      </Modal>
    </>
  );
}

function ReplayForm({ id, onClose }: Pick<Subscription, 'id'> & { onClose(): void }) {
  const { client } = useWorkspace();
  const renew = useRenewSubscription(id);
  const [since, setSince] = useState('');
  const replay = useMutation({
    mutationFn: () => client.subscriptions.replay(id, since),
    onSuccess: async () => {
      await renew();
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        replay.mutate();
      }}
      noValidate
    >
      <Stack gap="md">
        <Text size="sm">
          Delivers every selected change since this time again, with the same IDs: a receiver that ignores IDs it has
          processed is not disturbed.
        </Text>
        <TimeInput label="Since" value={since} onChange={setSince} />
        {replay.isError && <Problem error={replay.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={replay.isPending} disabled={since === ''}>
            Replay
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
