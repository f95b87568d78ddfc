import type { Subscription } from '@connectory/client';
import { Button, Modal, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { ForeignText } from '../shell/foreign-text.tsx';
import { Question } from '../shell/question.tsx';

interface DeleteSubscriptionProps {
  readonly subscription: Subscription;
}

/** Deletes a subscription after a confirmation, and returns to the list. */
export function DeleteSubscription({ subscription }: DeleteSubscriptionProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="xs" variant="subtle" color="red" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Modal opened={isOpen} onClose={close} title="Delete this subscription?">
        {isOpen && <DeleteQuestion subscription={subscription} onClose={close} />}
      </Modal>
    </>
  );
}

function DeleteQuestion({ subscription: { id, name }, onClose }: DeleteSubscriptionProps & { onClose(): void }) {
  const { name: workspace, client } = useWorkspace();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const remove = useMutation({
    mutationFn: () => client.subscriptions.delete(id),
    onSuccess: async () => {
      // Navigate first, so that nothing about it is requested again.
      go(`/${workspace}/subscriptions`);
      await queries.invalidateQueries({ queryKey: ['subscriptions', workspace] });
    },
  });
  return (
    <Question
      command="Delete"
      isWorking={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <Text size="sm">
        <ForeignText value={name} limit={128} /> delivers nothing more. What is waiting is not sent, and its delivery
        log is deleted. You cannot undo this.
      </Text>
    </Question>
  );
}
