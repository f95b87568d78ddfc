import { Group, Paper, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SearchField } from '../conditions/filter.ts';
import { labelOf } from '../form/labels.ts';
import type { ForeignRecord } from '../results/columns.ts';
import type { Column } from '../results/csv.ts';
import { shownValue } from '../results/shown-value.ts';
import { ForeignText } from '../shell/text.tsx';
import { type Aggregation, isChartable, valueName } from './aggregation.ts';
import classes from './chart.module.css';
import { type Bar, type ChartData, chartOf } from './chart-data.ts';

interface AggregateChartProps {
  readonly aggregation: Aggregation;
  /** The columns of the rows. */
  readonly columns: readonly Column[];
  readonly fields: readonly SearchField[];
  readonly rows: readonly ForeignRecord[];
}

/** One value of an aggregation as a chart. The table below has the same figures. Nothing if there is nothing to compare. */
export function AggregateChart(props: AggregateChartProps) {
  const { aggregation, columns, fields, rows } = props;
  const { groups, values } = aggregation;
  const [chosen, setChosen] = useState<string>();
  const named = values
    .filter((value) => isChartable(value, fields))
    .map((value) => ({ name: valueName(value, groups), operator: value.operator }));
  const shown = named.find(({ name }) => name === chosen) ?? named[0];
  if (shown === undefined) return null;
  const isZeroWithout = shown.operator === 'sum' || shown.operator.startsWith('count');
  const { facts = {} } = columns.find(({ name }) => name === shown.name) ?? {};
  const textOf = (row: ForeignRecord, number: number) => shownValue(row[shown.name], facts, row) ?? inWords(number);
  const chart = chartOf({ rows, groups, value: shown.name, isZeroWithout, textOf });
  if (chart === undefined) return null;
  const by = groups.map(({ field }) => labelOf(field).toLowerCase()).join(' and ');
  const title = `${labelOf(shown.name)} by ${by}`;
  return (
    <Paper withBorder p="md" component="figure" m={0}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-end" component="figcaption">
          <Text fw={600} size="sm">
            {title}
          </Text>
          {named.length > 1 && (
            <Select
              size="xs"
              aria-label="Value of the chart"
              allowDeselect={false}
              data={named.map(({ name }) => ({ value: name, label: labelOf(name) }))}
              value={shown.name}
              onChange={(name) => name !== null && setChosen(name)}
            />
          )}
        </Group>
        {chart.kind === 'bars' ? <Bars title={title} bars={chart.bars} /> : <Lines title={title} chart={chart} />}
        {chart.omitted > 0 && (
          <Text size="sm" c="dimmed">
            {chart.kind === 'bars'
              ? `The first ${chart.bars.length} groups; the table has ${inWords(chart.omitted)} more.`
              : `The ${chart.lines.length} largest groups; the table has ${inWords(chart.omitted)} more.`}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

const inWords = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 6 });

/** The least part of the width of a bar whose value is not zero. */
const visible = 0.5;

function Bars({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }) {
  const least = Math.min(0, ...bars.map(({ value }) => value));
  const span = Math.max(0, ...bars.map(({ value }) => value)) - least || 1;
  const at = (value: number) => (100 * (value - least)) / span;
  return (
    <div className={classes.bars} role="img" aria-label={`Bar chart: ${title}. The table has the same figures.`}>
      {bars.map((bar, index) => (
        <BarRow key={index} {...bar} from={at(Math.min(0, bar.value))} to={at(Math.max(0, bar.value))} />
      ))}
    </div>
  );
}

function BarRow({ label, value, text, from, to }: Bar & { readonly from: number; readonly to: number }) {
  return (
    <>
      <span className={classes.label} title={label}>
        <ForeignText value={label} limit={80} />
      </span>
      <svg className={classes.track} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden>
        <rect
          className={classes.bar}
          x={from}
          y={0}
          width={value === 0 ? 0 : Math.max(visible, to - from)}
          height={1}
        />
      </svg>
      <span className={classes.value}>{text}</span>
    </>
  );
}

const width = 1000;
const height = 200;
const lineClasses = [classes.line1, classes.line2, classes.line3, classes.line4, classes.line5];

function Lines({ title, chart }: { readonly title: string; readonly chart: Extract<ChartData, { kind: 'lines' }> }) {
  const { days, lines } = chart;
  const numbers = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const [least, greatest] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const x = (index: number) => (width * index) / Math.max(1, days.length - 1);
  const y = (value: number) => height - (height * (value - least)) / (greatest - least || 1);
  const step = width / Math.max(1, days.length - 1);
  return (
    <Stack gap={4}>
      <div className={classes.ends}>
        <span>{inWords(greatest)}</span>
      </div>
      <svg
        className={classes.lines}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Line chart: ${title}, from ${days[0]} to ${days.at(-1)}. The table has the same figures.`}
      >
        <line className={classes.axis} x1={0} x2={width} y1={y(0)} y2={y(0)} />
        {lines.map(({ label, values }, index) => (
          <path key={label} className={`${classes.line} ${lineClasses[index]}`} d={pathOf(values, x, y)} />
        ))}
        {/* The whole column of a period can be pointed at. */}
        {days.map((day, index) => (
          <rect key={day} className={classes.column} x={x(index) - step / 2} y={0} width={step} height={height}>
            <title>
              {[day, ...lines.map(({ label, values }) => `${label} ${shownAt(values[index])}`.trim())].join('\n')}
            </title>
          </rect>
        ))}
      </svg>
      <div className={classes.ends}>
        <span>{days[0]}</span>
        <span>{days.at(-1)}</span>
      </div>
      {lines.length > 1 && (
        <Group gap="md">
          {lines.map(({ label }, index) => (
            <Text key={label} span size="xs">
              <svg className={classes.key} viewBox="0 0 24 8" aria-hidden>
                <path className={`${classes.line} ${lineClasses[index]}`} d="M0 4H24" />
              </svg>
              <ForeignText value={label} limit={60} />
            </Text>
          ))}
        </Group>
      )}
    </Stack>
  );
}

const shownAt = (value: number | null | undefined) => (value === null || value === undefined ? '–' : inWords(value));

// A period without a value interrupts the line; one that is alone is a dot.
function pathOf(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  const isAt = (index: number) => values[index] !== null && values[index] !== undefined;
  return values
    .map((value, index) => {
      if (value === null) return '';
      const point = `${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
      if (isAt(index - 1)) return `L${point}`;
      return isAt(index + 1) ? `M${point}` : `M${point}h1`;
    })
    .join('');
}
