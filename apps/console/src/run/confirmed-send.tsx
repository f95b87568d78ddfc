import type { ConnectorEntity } from '@connectory/client';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { EffectBadge } from '../shell/effect-badge.tsx';
import { effects } from '../shell/effects.ts';
import { withCode } from '../shell/with-code.tsx';

interface ConfirmedSendProps {
  readonly action: ConnectorEntity['actions'][number];
  readonly vendor: string;
  readonly connection: string;
  readonly isSending: boolean;
  onConfirm(): void;
}

/** Sends a request that is not a read, after a confirmation that names its effect. */
export function ConfirmedSend({ action, vendor, connection, isSending, onConfirm }: ConfirmedSendProps) {
  const [isAsking, setAsking] = useState(false);
  const { consequence, command, color } = effects[action.effect];
  return (
    <>
      <Group>
        <Button color={color} onClick={() => setAsking(true)} loading={isSending}>
          Send to {vendor} …
        </Button>
      </Group>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={`Send this to ${vendor}?`}>
        <Stack gap="md">
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <EffectBadge effect={action.effect} />
            <Text size="sm">
              {withCode(action.summary)}. It goes to {vendor} through the connection {connection}, and {consequence}.
            </Text>
          </Group>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              Cancel
            </Button>
            <Button
              color={color}
              onClick={() => {
                setAsking(false);
                onConfirm();
              }}
            >
              {command}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
