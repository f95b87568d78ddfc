import type { Subscription } from '@connectory/client';
import { Alert, Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { ForeignText } from '../shell/foreign-text.tsx';
import { Problem } from '../shell/problem.tsx';

/** Sends a test event, and shows how the receiver responded. */
export function TestEvent({ id }: Pick<Subscription, 'id'>) {
  const { client } = useWorkspace();
  const test = useMutation({ mutationFn: () => client.subscriptions.test(id) });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Send size={14} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Send a test event
      </Button>
      <Modal opened={test.isSuccess || test.isError} onClose={test.reset} title="Test event">
        {test.isError && <Problem error={test.error} />}
        {test.data !== undefined && <Outcome {...test.data} />}
      </Modal>
    </>
  );
}

interface OutcomeProps {
  readonly delivered: boolean;
  readonly status: number | null;
  readonly error: string | null;
}

function Outcome({ delivered, status, error }: OutcomeProps) {
  return delivered ? (
    <Alert color="green" role="status" title="Accepted">
      The receiver responded with status {status}.
    </Alert>
  ) : (
    <Alert color="red" role="alert" title="Not accepted">
      {error === null ? `The receiver responded with status ${status}.` : <ForeignText value={error} />}
    </Alert>
  );
}
