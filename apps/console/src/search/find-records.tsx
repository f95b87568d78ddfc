import type { FoundRecord, FoundRecords } from '@connectory/client';
import { Anchor, Badge, Button, Group, Modal, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { execute } from '../gateway/execute.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { JsonView } from '../results/json-view.tsx';
import { useSession } from '../session/session.tsx';
import { Empty, Loaded } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import classes from './search.module.css';

const limit = 50;

/** Finds records of all connections by words, which are kept in the URL. */
export function FindRecords() {
  const { name: workspace, client } = useWorkspace();
  const [address, setAddress] = useSearchParams();
  const words = address.get('words')?.trim() ?? '';
  const [entered, setEntered] = useState(words);
  // After going back, the words of the URL are the ones that are found.
  useEffect(() => setEntered(words), [words]);
  const found = useQuery({
    queryKey: ['found records', workspace, words],
    queryFn: () => client.find({ words, limit }),
    enabled: words !== '',
    staleTime: 0,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = entered.trim();
    if (next === words) void found.refetch();
    else setAddress(next === '' ? {} : { words: next });
  };
  return (
    <Stack gap="md">
      <Paper withBorder p="md">
        <form onSubmit={submit}>
          <Group gap="xs" align="flex-end">
            <TextInput
              type="search"
              label="Find in all connections"
              description="Words in any order, also with typos. The name of a system narrows the search."
              placeholder="A name, an email address, what it was about"
              maxLength={1000}
              dir="auto"
              value={entered}
              onChange={({ currentTarget }) => setEntered(currentTarget.value)}
              flex="1 1 16rem"
            />
            <Button type="submit" loading={found.isFetching}>
              Find
            </Button>
          </Group>
        </form>
      </Paper>
      {words !== '' && <Loaded query={found}>{(response) => <Found response={response} />}</Loaded>}
    </Stack>
  );
}

function Found({ response: { data, meta } }: { readonly response: FoundRecords }) {
  const [opened, setOpened] = useState<FoundRecord>();
  const count = `${data.length.toLocaleString('en')} ${data.length === 1 ? 'record' : 'records'}`;
  return (
    <Stack gap="sm" component="section" aria-label="Found records">
      <Text size="sm" c="dimmed" role="status">
        {meta.has_more ? `The best ${count}` : count} in {meta.searched.length.toLocaleString('en')}{' '}
        {meta.searched.length === 1 ? 'copy' : 'copies'}, {meta.took_ms.toLocaleString('en')} ms
      </Text>
      {data.length === 0 ? (
        <Empty title="Nothing found">Try fewer words, or choose a connection and an entity above.</Empty>
      ) : (
        <ul className={classes.found}>
          {data.map((record) => (
            <li key={`${record.connection.id} ${record.entity} ${record.key.join('/')}`}>
              <FoundRow record={record} onOpen={() => setOpened(record)} />
            </li>
          ))}
        </ul>
      )}
      <Copies meta={meta} />
      <Modal opened={opened !== undefined} onClose={() => setOpened(undefined)} title={opened?.title ?? ''} size="xl">
        {opened !== undefined && <WholeRecord record={opened} />}
      </Modal>
    </Stack>
  );
}

interface FoundRowProps {
  readonly record: FoundRecord;
  onOpen(): void;
}

function FoundRow({ record: { title, url, snippet, connection, entity }, onOpen }: FoundRowProps) {
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Anchor component="button" type="button" fw={500} size="sm" ta="start" onClick={onOpen}>
          <ForeignText value={title} limit={120} />
        </Anchor>
        <Badge variant="light" color="gray" tt="none">
          {connection.name} · {entity}
        </Badge>
      </Group>
      {snippet !== '' && (
        <Text component="div" size="sm" c="dimmed">
          <ForeignText value={snippet} limit={300} />
        </Text>
      )}
      {url !== null && /^https?:/.test(url) && (
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
          Open at the vendor <ExternalLink size={12} aria-hidden />
        </Anchor>
      )}
    </Stack>
  );
}

const shownCopies = 5;

/** What was not searched, and the age of the oldest copies. */
function Copies({ meta: { searched, skipped } }: Pick<FoundRecords, 'meta'>) {
  const oldest = searched
    .flatMap(({ synced_at: at, ...copy }) => (at === null ? [] : [{ ...copy, at }]))
    .sort((left, right) => Date.parse(left.at) - Date.parse(right.at))
    .at(0);
  const reasons = { not_ready: 'not copied yet', too_slow: 'did not respond in time' };
  return (
    <>
      {oldest !== undefined && (
        <Text size="sm" c="dimmed">
          The oldest copy, {oldest.connection} {oldest.entity}, is as of <Time at={oldest.at} />.
        </Text>
      )}
      {skipped.length > 0 && (
        <Text size="sm" c="dimmed">
          Not searched:{' '}
          {skipped
            .slice(0, shownCopies)
            .map(({ connection, entity, reason }) => `${connection} ${entity} (${reasons[reason]})`)
            .join(', ')}
          {skipped.length > shownCopies && ` and ${(skipped.length - shownCopies).toLocaleString('en')} more`}
        </Text>
      )}
    </>
  );
}

function WholeRecord({ record: { connection, call } }: { readonly record: FoundRecord }) {
  const { client } = useSession();
  const whole = useQuery({
    queryKey: ['found record', connection.id, call],
    queryFn: () => execute(client, { connectionId: connection.id, ...call }),
    staleTime: 0,
  });
  return (
    <Stack gap="sm">
      <Loaded query={whole}>{({ data }) => <JsonView label="Record" value={data} />}</Loaded>
    </Stack>
  );
}
