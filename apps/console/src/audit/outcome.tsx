import type { AuditEntry } from '@connectory/client';
import { Badge, Group, Text } from '@mantine/core';

/** The word for each state; a request that has finished succeeded or failed. */
export const stateWords: Readonly<Record<AuditEntry['state'], string>> = {
  started: 'Running',
  finished: 'Finished',
  interrupted: 'Interrupted',
};

/** The outcome of a request, in words. */
export function Outcome({ entry }: { readonly entry: AuditEntry }) {
  const { error_code: code, dry_run: isDryRun } = entry;
  return (
    <Group gap={6} wrap="nowrap">
      <Badge color={colorOf(entry)} variant="light" tt="none" miw="max-content">
        {wordOf(entry)}
      </Badge>
      {code !== null && (
        <Text span size="sm">
          {code}
        </Text>
      )}
      {isDryRun && (
        <Badge color="gray" variant="light" tt="none" miw="max-content">
          Dry run
        </Badge>
      )}
    </Group>
  );
}

function wordOf({ state, error_code: code }: AuditEntry): string {
  if (code !== null) return 'Failed';
  return state === 'finished' ? 'Succeeded' : stateWords[state];
}

function colorOf({ state, error_code: code }: AuditEntry): string {
  if (state === 'interrupted') return 'yellow';
  if (state === 'started') return 'blue';
  return code === null ? 'green' : 'red';
}
