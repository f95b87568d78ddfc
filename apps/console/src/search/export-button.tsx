import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { type Call, execute } from '../gateway/execute.ts';
import type { ForeignRecord } from '../results/columns.ts';
import { type Column, csvOf } from '../results/csv.ts';
import { saveFile } from '../results/download.tsx';
import { useSession } from '../session/session.tsx';
import { Problem } from '../shell/states.tsx';

/** The most records of an export: a browser holds them all in memory. */
const maxRecords = 50_000;
const pageSize = 1000;

interface ExportProps {
  /** The search whose records are exported, from the first. */
  readonly call: Call;
  readonly columns: readonly Column[];
}

type Form = 'CSV' | 'JSON';

/** Saves all records that a search finds as a file: the shown columns as CSV, or whole records as JSON. */
export function ExportButtons({ call, columns }: ExportProps) {
  const { client } = useSession();
  const [count, setCount] = useState(0);
  const saving = useMutation({
    mutationFn: async (form: Form) => {
      setCount(0);
      const records: ForeignRecord[] = [];
      let cursor: unknown;
      do {
        const { explain: _, ...params } = call.params;
        const next = { ...params, limit: pageSize, ...(cursor !== undefined && { cursor }) };
        const { data, meta } = await execute(client, { ...call, params: next });
        records.push(...(data as readonly ForeignRecord[]));
        cursor = meta.cursor ?? undefined;
        setCount(records.length);
      } while (cursor !== undefined && records.length < maxRecords);
      const text = form === 'CSV' ? csvOf(records, columns) : JSON.stringify(records, null, 2);
      saveFile(new Blob([text]), `${call.entity}.${form.toLowerCase()}`);
      return { count: records.length, isCut: cursor !== undefined };
    },
  });
  const { data, error, isPending } = saving;
  return (
    <>
      <Group gap="xs">
        {(['CSV', 'JSON'] as const).map((form) => (
          <Button
            key={form}
            size="xs"
            variant="default"
            leftSection={<Download size={14} aria-hidden />}
            disabled={isPending}
            onClick={() => saving.mutate(form)}
          >
            Export {form}
          </Button>
        ))}
        <Text size="sm" c="dimmed" role="status">
          {isPending && `${inWords(count)} …`}
          {data !== undefined && !data.isCut && `Exported ${inWords(data.count)}.`}
        </Text>
      </Group>
      {data?.isCut === true && (
        <Alert color="yellow" role="status" title={`The file has the first ${inWords(data.count)}`}>
          There are more. Narrow the search, or export them with the command line: connectory run … --all.
        </Alert>
      )}
      {error !== null && <Problem error={error} />}
    </>
  );
}

const inWords = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'record' : 'records'}`;
