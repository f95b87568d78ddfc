import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type CopyFormat, type DownloadProgress, downloadCopy } from '../gateway/download-copy.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { saveFile } from '../results/download.tsx';
import { useSession } from '../session/session.tsx';
import { Problem } from '../shell/states.tsx';

const formats: readonly { readonly value: CopyFormat; readonly label: string }[] = [
  { value: 'parquet', label: 'Parquet' },
  { value: 'ndjson', label: 'NDJSON' },
  { value: 'csv', label: 'CSV' },
];

interface CopyDownloadProps {
  /** The id of the connection. */
  readonly id: string;
  readonly entity: string;
}

/** Saves all records of a copy, at one state of it, as a file. */
export function CopyDownload({ id, entity }: CopyDownloadProps) {
  const { name: workspace } = useWorkspace();
  const { client } = useSession();
  const [progress, setProgress] = useState<DownloadProgress>();
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const saving = useMutation({
    mutationFn: async (format: CopyFormat) => {
      setProgress(undefined);
      running.current = new AbortController();
      const { signal } = running.current;
      const file = await downloadCopy(client, { workspace, id, entity, format }, { signal, onProgress: setProgress });
      saveFile(file, `${entity}.${format}`);
      return file.size;
    },
  });
  const { data: size, error, isPending } = saving;
  const wasCancelled = error !== null && running.current?.signal.aborted === true;
  return (
    <Stack gap="sm" component="section" aria-label="Export">
      <Title order={3} size="h6">
        Export
      </Title>
      <Text size="sm" c="dimmed">
        All records of the copy, as they are at one moment. Parquet keeps the types; NDJSON has whole records.
      </Text>
      <Group gap="xs">
        {formats.map(({ value, label }) => (
          <Button
            key={value}
            size="xs"
            variant="default"
            leftSection={<Download size={14} aria-hidden />}
            disabled={isPending}
            onClick={() => saving.mutate(value)}
          >
            {label}
          </Button>
        ))}
        {isPending && (
          <Button size="xs" variant="default" onClick={() => running.current?.abort()}>
            Cancel
          </Button>
        )}
      </Group>
      {isPending && progress?.total !== undefined && (
        <Progress value={(100 * progress.received) / Math.max(1, progress.total)} aria-label="Downloaded part" />
      )}
      <Text size="sm" c="dimmed" role="status">
        {isPending && (progress === undefined ? 'The file is being made …' : progressText(progress))}
        {size !== undefined && `Saved ${inBytes(size)}.`}
        {wasCancelled && 'The download was cancelled.'}
      </Text>
      {error !== null && !wasCancelled && <Problem error={error} />}
    </Stack>
  );
}

const progressText = ({ received, total }: DownloadProgress) =>
  total === undefined ? `${inBytes(received)} …` : `${inBytes(received)} of ${inBytes(total)} …`;

const thousand = 1000;
const units = ['bytes', 'kB', 'MB', 'GB'];

function inBytes(count: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, count)) / Math.log(thousand)));
  const value = count / thousand ** power;
  return `${value.toLocaleString('en', { maximumFractionDigits: power === 0 ? 0 : 1 })} ${units[power]}`;
}
