import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import type { ForeignRecord } from './columns.ts';
import { type Column, csvOf } from './csv.ts';

interface DownloadCsvProps {
  readonly rows: readonly ForeignRecord[];
  readonly columns: readonly Column[];
  /** The name of the file, without its extension. */
  readonly name: string;
}

/** The button that saves the rows of a table as CSV. */
export function DownloadCsv({ rows, columns, name }: DownloadCsvProps) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Download size={14} aria-hidden />}
      onClick={() => saveFile(new Blob([csvOf(rows, columns)]), `${name}.csv`)}
    >
      Download CSV
    </Button>
  );
}

/** Saves a file as the browser saves downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
