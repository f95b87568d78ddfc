import type { ConnectorEntity } from '@connectory/client';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { SearchField } from '../conditions/filter.ts';
import { DownloadCsv } from '../results/download.tsx';
import { ResponsePages, type ResponseState } from '../results/response-pages.tsx';
import { isRecords } from '../results/result.tsx';
import { AggregateChart } from './aggregate-chart.tsx';
import { type Aggregation, describedColumns } from './aggregation.ts';

interface AggregateResultProps {
  /** What was requested. */
  readonly aggregation: Aggregation;
  readonly entity: ConnectorEntity;
  readonly fields: readonly SearchField[];
  /** The schema of a record. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly search: ResponseState;
  readonly isQuiet: boolean;
}

/** The groups of a search: a chart of them, and the table with every value. */
export function AggregateResult(props: AggregateResultProps) {
  const { aggregation, entity, fields, schema, search, isQuiet } = props;
  const { pages, isPending, next } = search;
  const columns = useMemo(() => describedColumns(aggregation, fields, schema), [aggregation, fields, schema]);
  const names = columns.map(({ name }) => name);
  const last = pages.at(-1);
  const rows = isRecords(last?.data) ? last.data : [];
  const rowSchema = { properties: Object.fromEntries(columns.map(({ name, facts }) => [name, facts])) };
  return (
    <ResponsePages
      pages={pages}
      records={{ recordKey: null, schema: rowSchema, columns: names }}
      unit="group"
      isQuiet={isQuiet}
      isLoading={isPending}
      onNext={next}
    >
      {last?.meta.has_more === true && (
        <Text size="sm" c="dimmed" role="status">
          There are more groups. Raise their maximum, or add a condition.
        </Text>
      )}
      <AggregateChart aggregation={aggregation} columns={columns} fields={fields} rows={rows} />
      {rows.length > 0 && (
        <div>
          <DownloadCsv rows={rows} columns={columns} name={`${entity.name}-groups`} />
        </div>
      )}
    </ResponsePages>
  );
}
