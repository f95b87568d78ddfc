import { ConnectoryError, type SqlResult } from '@connectory/client';
import { Alert, Button, Group, Paper, Select, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Play, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { runSql } from '../gateway/run-sql.ts';
import { useConnections } from '../gateway/use-connections.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { DownloadCsv } from '../results/download.tsx';
import { CodeView } from '../results/json-view.tsx';
import { Result } from '../results/result.tsx';
import { useSession } from '../session/session.tsx';
import { Page } from '../shell/page.tsx';
import { Empty, Loaded, NeedsWorkspaceToken, Problem } from '../shell/states.tsx';
import { ForeignText, Time } from '../shell/text.tsx';
import classes from './sql-page.module.css';
import { SqlTables, tableName } from './sql-tables.tsx';
import { useStatement } from './use-statement.ts';

/** Runs a read-only SQL statement over the copies of all connections. */
export function SqlPage() {
  const connections = useConnections();
  const { mayRun } = useSession();
  return (
    <Page title="SQL" lead="One read-only statement over the copies of all connections, joined as you like.">
      <Loaded query={connections}>
        {(all) =>
          !mayRun ? (
            <NeedsWorkspaceToken />
          ) : all.length === 0 ? (
            <Empty title="No connections yet">Connect an account first. Its records are then tables here.</Empty>
          ) : (
            <div className={classes.panes}>
              <Statement first={all[0]?.name ?? ''} />
              <SqlTables connections={all} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

const limits = ['100', '1000', '10000'];

function Statement({ first }: { readonly first: string }) {
  const { client } = useSession();
  const { name: workspace } = useWorkspace();
  const [statement, setStatement] = useStatement();
  const [limit, setLimit] = useState('1000');
  const running = useRef<AbortController>(null);
  const query = useMutation({
    mutationFn: (sql: string) => {
      running.current = new AbortController();
      return runSql(client, workspace, { sql, limit: Number(limit) }, running.current.signal);
    },
  });
  // What nobody waits for any longer is not computed further.
  useEffect(() => () => running.current?.abort(), []);
  const { data, error, isPending } = query;
  const wasCancelled = error !== null && running.current?.signal.aborted === true;
  const isEmpty = statement.trim() === '';
  const run = () => {
    if (!isPending && !isEmpty) query.mutate(statement);
  };
  return (
    <Stack gap="md" miw={0}>
      <Paper withBorder p="md">
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            run();
          }}
        >
          <Stack gap="sm">
            <Textarea
              label="Statement"
              description="SELECT only. A table is written as connection.entity. Ctrl+Enter runs it."
              placeholder={`SELECT * FROM ${tableName(first, 'customers')} LIMIT 10`}
              autosize
              minRows={6}
              maxRows={24}
              spellCheck={false}
              autoCapitalize="off"
              dir="ltr"
              classNames={{ input: classes.editor ?? '' }}
              value={statement}
              onChange={({ currentTarget }) => setStatement(currentTarget.value)}
              onKeyDown={(event: KeyboardEvent) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                run();
              }}
            />
            <Group align="flex-end" gap="md">
              <Select
                label="Maximum rows"
                allowDeselect={false}
                data={limits}
                value={limit}
                onChange={(value) => value !== null && setLimit(value)}
                w="9rem"
              />
              <Button type="submit" leftSection={<Play size={16} aria-hidden />} loading={isPending} disabled={isEmpty}>
                Run
              </Button>
              {isPending && (
                <Button
                  variant="default"
                  leftSection={<X size={16} aria-hidden />}
                  onClick={() => running.current?.abort()}
                >
                  Cancel
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      </Paper>
      {wasCancelled && <Text role="status">The statement was cancelled.</Text>}
      {error !== null && !wasCancelled && <SqlProblem error={error} onRetry={run} />}
      {data !== undefined && <ShownResult response={data} />}
    </Stack>
  );
}

function SqlProblem({ error, onRetry }: { readonly error: Error; onRetry(): void }) {
  if (!(error instanceof ConnectoryError && error.code === 'sql_not_installed'))
    return <Problem error={error} onRetry={onRetry} />;
  return (
    <Alert color="yellow" role="alert" title="SQL is not installed">
      <Stack gap="sm">
        <ForeignText value={error.problem?.detail ?? error.message} />
        <CodeView label="Command" text="npm install @duckdb/node-api" />
        <Text size="sm">Searches, counts and groups work without it.</Text>
      </Stack>
    </Alert>
  );
}

function ShownResult({ response }: { readonly response: SqlResult }) {
  const { data, meta } = response;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [response]);
  const columns = meta.columns.map(({ name, type }) => ({ name, facts: factsOf(type) }));
  const schema = { properties: Object.fromEntries(columns.map(({ name, facts }) => [name, facts])) };
  return (
    <Stack gap="sm" component="section" aria-label="Result">
      <Group justify="space-between">
        <Group gap="xs" align="baseline">
          <Title order={2} size="h5" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            Result
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {data.length.toLocaleString('en')} {data.length === 1 ? 'row' : 'rows'} in{' '}
            {meta.took_ms.toLocaleString('en')} ms
          </Text>
        </Group>
        {data.length > 0 && <DownloadCsv rows={data} columns={columns} name="result" />}
      </Group>
      {meta.has_more && (
        <Alert color="yellow" role="status" title={`Only the first ${data.length.toLocaleString('en')} rows`}>
          There are more. Raise the maximum of rows, or add a condition.
        </Alert>
      )}
      {data.length === 0 ? (
        <Empty title="No rows">The statement succeeded and returned no rows.</Empty>
      ) : (
        <Result
          key={JSON.stringify(meta.columns)}
          response={{ data, meta: { ...meta } }}
          records={{ recordKey: null, schema, columns: columns.map(({ name }) => name) }}
        />
      )}
      <ReadTables tables={meta.tables} />
    </Stack>
  );
}

/** How a value of a type of the engine is shown: spec/sql.md writes times as ISO 8601. */
function factsOf(type: string): { readonly format?: string } {
  if (type === 'DATE') return { format: 'date' };
  return type.startsWith('TIMESTAMP') ? { format: 'iso-8601' } : {};
}

/** The tables that a statement read, each with the age of its copy. */
function ReadTables({ tables }: { readonly tables: SqlResult['meta']['tables'] }) {
  return (
    <Text component="ul" size="sm" c="dimmed" m={0} ps="md" aria-label="Tables that were read">
      {tables.map(({ connection, entity, synced_at: at, rows }) => (
        <li key={`${connection} ${entity}`}>
          <ForeignText value={tableName(connection, entity)} />: {rows.toLocaleString('en')}{' '}
          {rows === 1 ? 'record' : 'records'},{' '}
          {at === null ? (
            'not complete yet'
          ) : (
            <>
              as of <Time at={at} />
            </>
          )}
        </li>
      ))}
    </Text>
  );
}
