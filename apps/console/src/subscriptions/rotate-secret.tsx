import type { Subscription } from '@connectory/client';
import { Button, Modal, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { Question } from '../shell/question.tsx';
import { ShownSecret } from './shown-secret.tsx';

/** Creates a new secret after a confirmation, and shows it. */
export function RotateSecret({ id }: Pick<Subscription, 'id'>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<KeyRound size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Rotate the secret
      </Button>
      <Modal opened={isOpen} onClose={close} title="Rotate the secret?">
        {isOpen && <Rotation id={id} onClose={close} />}
      </Modal>
    </>
  );
}

function Rotation({ id, onClose }: Pick<Subscription, 'id'> & { onClose(): void }) {
  const { client } = useWorkspace();
  const rotate = useMutation({
    mutationFn: () => client.subscriptions.rotateSecret(id),
    // The response is the secret, which must not be cached.
    gcTime: 0,
  });
  if (rotate.data !== undefined)
    return (
      <ShownSecret
        secret={rotate.data}
        title="Secret rotated"
        note="For 24 hours, deliveries also have a signature of the previous secret."
      />
    );
  return (
    <Question
      command="Rotate"
      isWorking={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate()}
      onCancel={onClose}
    >
      <Text size="sm">
        You get a new secret. For 24 hours, deliveries have a signature of each of the two; after that, a receiver that
        still verifies with the previous secret refuses them.
      </Text>
    </Question>
  );
}
