import type { HeldWrite } from '@connectory/client';
import { Alert, Button, Group, Modal, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useConnections } from '../gateway/use-connections.ts';
import { useRenewHeldWrites } from '../gateway/use-held-writes.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { useSession } from '../session/session.tsx';
import { effects } from '../shell/effects.tsx';
import { Problem } from '../shell/states.tsx';

/** Approves or refuses a held write, or withdraws an own one; for those who may not approve, says who may. */
export function Decision({ write }: { readonly write: HeldWrite }) {
  const { person, whoami } = useSession();
  const { person: asker, token_id: token } = write.asked_by;
  const isOwn = token === whoami.token?.id || (person !== null && person.id === asker?.id);
  return (
    <Paper withBorder p="md" component="section" aria-label="Decision">
      <Title order={2} size="h5" mb="sm">
        Decision
      </Title>
      {write.may_decide ? <Choice write={write} /> : <WhoMay write={write} isOwn={isOwn} />}
    </Paper>
  );
}

function Choice({ write }: { readonly write: HeldWrite }) {
  const [asked, setAsked] = useState<'approve' | 'refuse'>();
  const close = () => setAsked(undefined);
  return (
    <Group gap="xs">
      <Button color={effects[write.effect].color} onClick={() => setAsked('approve')}>
        Approve
      </Button>
      <Button variant="default" onClick={() => setAsked('refuse')}>
        Refuse
      </Button>
      <Modal opened={asked === 'approve'} onClose={close} title="Approve and send?">
        <Approval write={write} onClose={close} />
      </Modal>
      <Modal opened={asked === 'refuse'} onClose={close} title="Refuse this write?">
        <Refusal write={write} command="Refuse" onClose={close} />
      </Modal>
    </Group>
  );
}

interface DialogProps {
  readonly write: HeldWrite;
  onClose(): void;
}

/** The one confirmation before a write is sent. It approves exactly the requests that are shown. */
function Approval({ write, onClose }: DialogProps) {
  const { client } = useWorkspace();
  const renew = useRenewHeldWrites();
  const { data: connections } = useConnections();
  const connection = connections?.find(({ id }) => id === write.connection.id);
  const vendor = connection?.vendor ?? write.connector;
  const approve = useMutation({
    mutationFn: () => client.heldWrites.approve(write.id, write.preview_hash),
    onSuccess: onClose,
    // It may have been decided by somebody else.
    onSettled: renew,
  });
  const { consequence, color } = effects[write.effect];
  return (
    <Stack gap="md">
      <Text size="sm">
        The request is sent to {vendor} at once, through the connection {write.connection.name ?? write.connection.id}.
        It {consequence}. You cannot undo this here.
      </Text>
      {approve.error !== null && <Problem error={approve.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color={color} loading={approve.isPending} onClick={() => approve.mutate()}>
          Send to {vendor}
        </Button>
      </Group>
    </Stack>
  );
}

/** Refuses a write, with a reason for those who asked. */
function Refusal({ write, command, onClose }: DialogProps & { readonly command: string }) {
  const { client } = useWorkspace();
  const renew = useRenewHeldWrites();
  const [reason, setReason] = useState('');
  const refuse = useMutation({
    mutationFn: () => client.heldWrites.refuse(write.id, reason.trim() === '' ? undefined : reason.trim()),
    onSuccess: onClose,
    onSettled: renew,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    refuse.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Textarea
          label="Reason"
          description="Shown to those who asked, such as an agent that can then do it differently."
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          maxLength={500}
          autosize
          minRows={2}
          dir="auto"
          data-autofocus
        />
        {refuse.error !== null && <Problem error={refuse.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={refuse.isPending}>
            {command}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface WhoMayProps {
  readonly write: HeldWrite;
  /** Whether the reader asked for it. */
  readonly isOwn: boolean;
}

/** Why the reader cannot approve and who can; the reader can withdraw what the reader asked for. */
function WhoMay({ write, isOwn }: WhoMayProps) {
  const { person, mayApprove } = useSession();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const close = () => setWithdrawing(false);
  return (
    <Stack gap="md">
      <Alert color="blue" title={person === null ? 'This token may not approve it' : 'You may not approve it'}>
        {person !== null && mayApprove
          ? 'You asked for it, and its policy requires a second person: send the URL of this page to another person whose role may approve held writes.'
          : 'A person or a token with the right to approve held writes can, such as an owner of the workspace: send them the URL of this page. What asked for the write can never approve it.'}
      </Alert>
      {isOwn && (
        <Group>
          <Button variant="default" onClick={() => setWithdrawing(true)}>
            Withdraw
          </Button>
        </Group>
      )}
      <Modal opened={isWithdrawing} onClose={close} title="Withdraw this write?">
        <Refusal write={write} command="Withdraw" onClose={close} />
      </Modal>
    </Stack>
  );
}
