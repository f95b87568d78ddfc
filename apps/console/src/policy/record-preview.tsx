import type { Connection, ConnectorEntity, NewPolicy } from '@connectory/client';
import { Alert, Badge, Select, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { labelOf } from '../form/labels.ts';
import classes from '../form/layout.module.css';
import { ConnectionSelect } from '../gateway/connection-select.tsx';
import { useConnections, useManifest } from '../gateway/use-connections.ts';
import { type PreviewedRecord, useRecordPreview } from '../gateway/use-record-preview.ts';
import { PersonalMark } from '../results/personal-mark.tsx';
import { Cell } from '../results/result.tsx';
import { useSession } from '../session/session.tsx';
import { FoundRows, ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, Loaded, Problem } from '../shell/states.tsx';
import { ForeignText } from '../shell/text.tsx';
import { type ComparedField, comparedFields } from './compared-fields.ts';

interface RecordPreviewProps {
  readonly policy: NewPolicy;
  /** Whether the policy is complete; until then, the record is shown as by the former one. */
  readonly isEnabled: boolean;
}

/** One record of the workspace as it is, and as a policy shows it. */
export function RecordPreview(props: RecordPreviewProps) {
  const connections = useConnections();
  const { mayRun } = useSession();
  return (
    <Stack component="section" aria-label="A record" gap="sm">
      <Title order={3} size="h6">
        A record
      </Title>
      {mayRun ? (
        <Loaded query={connections}>{(all) => <RecordChoice connections={all} {...props} />}</Loaded>
      ) : (
        <Text size="sm" c="dimmed">
          The admin token reads no records. Sign in with a workspace token to see what the policy shows of one.
        </Text>
      )}
    </Stack>
  );
}

interface RecordChoiceProps extends RecordPreviewProps {
  readonly connections: readonly Connection[];
}

function RecordChoice({ connections, ...previewed }: RecordChoiceProps) {
  const [chosen, setChosen] = useState<{ readonly id: string; readonly entity?: string }>();
  const connection = connections.find(({ id }) => id === chosen?.id);
  const manifest = useManifest(connection?.connector);
  const readable = manifest.data?.entities.filter(({ actions }) => actions.some(({ effect }) => effect === 'read'));
  return (
    <>
      <div className={classes.members}>
        <ConnectionSelect connections={connections} value={connection?.id} onChange={(id) => setChosen({ id })} />
        <Select
          label="Entity"
          placeholder={connection === undefined ? 'Choose a connection first' : 'Choose an entity'}
          searchable
          allowDeselect={false}
          disabled={readable === undefined}
          data={readable?.map(({ name }) => name) ?? []}
          value={chosen?.entity ?? null}
          onChange={(entity) => entity !== null && connection !== undefined && setChosen({ id: connection.id, entity })}
        />
      </div>
      {connection !== undefined && chosen?.entity !== undefined && (
        <ChosenRecord
          key={`${connection.id} ${chosen.entity}`}
          connection={connection.id}
          entity={chosen.entity}
          marks={readable?.find(({ name }) => name === chosen.entity)?.personal ?? {}}
          {...previewed}
        />
      )}
    </>
  );
}

interface ChosenRecordProps extends RecordPreviewProps {
  /** Id of a connection. */
  readonly connection: string;
  readonly entity: string;
  readonly marks: ConnectorEntity['personal'];
}

function ChosenRecord({ isEnabled, marks, ...chosen }: ChosenRecordProps) {
  const preview = useRecordPreview(chosen, isEnabled);
  // A rejected policy can be changed.
  if (preview.isError && preview.data === undefined) return <Problem error={preview.error} />;
  return <Loaded query={preview}>{(record) => <BeforeAndAfter {...record} marks={marks} />}</Loaded>;
}

function BeforeAndAfter({ before, after, reason, marks }: PreviewedRecord & Pick<ChosenRecordProps, 'marks'>) {
  if (before === null) return <Empty title="No record to show">{reason}</Empty>;
  const fields = comparedFields(before, after);
  const count = (state: ComparedField['state']) => fields.filter((field) => field.state === state).length;
  return (
    <>
      {after === null && (
        <Alert color="yellow" title="Nothing of this record is shown">
          <ForeignText value={reason ?? ''} limit={400} />
        </Alert>
      )}
      <Text size="sm" role="status">
        {count('same')} fields shown as they are, {count('changed')} changed, {count('hidden')} hidden
      </Text>
      <FoundRows
        rows={fields}
        label="Find a field of the record"
        placeholder="Find a field"
        emptyTitle="No field matches"
        textsOf={({ path }) => [path, labelOf(path)]}
      >
        {(rows) => (
          <ScrolledTable label="The record before and after" isBounded>
            <Table layout="fixed">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Field</Table.Th>
                  <Table.Th>You see</Table.Th>
                  <Table.Th>It sees</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((field) => (
                  <FieldRow key={field.path} field={field} kind={marks[field.path]} record={before} />
                ))}
              </Table.Tbody>
            </Table>
          </ScrolledTable>
        )}
      </FoundRows>
    </>
  );
}

interface FieldRowProps {
  readonly field: ComparedField;
  /** The kind of personal data that it holds. */
  readonly kind: string | undefined;
  readonly record: NonNullable<PreviewedRecord['before']>;
}

function FieldRow({ field: { path, before, after, state }, kind, record }: FieldRowProps) {
  return (
    <Table.Tr>
      <Table.Th style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
        <ForeignText value={path} limit={200} /> <PersonalMark kind={kind} />
      </Table.Th>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {state === 'hidden' ? (
          <Text component="s" size="sm" c="dimmed" td="line-through">
            <Cell value={before} facts={undefined} record={record} />
            <VisuallyHidden> (hidden)</VisuallyHidden>
          </Text>
        ) : (
          <Cell value={before} facts={undefined} record={record} />
        )}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {state === 'hidden' ? (
          <Badge color="gray" variant="light" tt="none" miw="max-content">
            Hidden
          </Badge>
        ) : (
          <Text
            component={state === 'changed' ? 'ins' : 'span'}
            size="sm"
            td="none"
            fw={state === 'changed' ? 600 : 400}
          >
            <Cell value={after} facts={undefined} record={record} />
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
