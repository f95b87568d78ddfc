import type { Connection, Overview } from '@connectory/client';
import { Anchor, Button, Group, Paper, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core';
import { Link, useSearchParams } from 'wouter';
import { useConnections } from '../gateway/use-connections.ts';
import { type OverviewHours, useOverview, useWorkspace } from '../gateway/use-workspace.ts';
import { Page } from '../shell/page.tsx';
import { ScrolledTable } from '../shell/scrolled-table.tsx';
import { Empty, Loaded } from '../shell/states.tsx';
import { ForeignText } from '../shell/text.tsx';
import { AttentionList } from './attention.tsx';
import { type Bar, BarChart } from './bar-chart.tsx';
import classes from './overview.module.css';

type Figures = Overview['data'];

const periods = { '24': 'last 24 hours', '168': 'last 7 days' } as const;

/** The first page of a workspace: what runs, what fails, and what needs a person. */
export function OverviewPage() {
  const [address, setAddress] = useSearchParams();
  const hours: OverviewHours = address.get('hours') === '168' ? '168' : '24';
  const connections = useConnections();
  const overview = useOverview(hours);
  return (
    <Page
      title="Overview"
      lead={`Calls of the ${periods[hours]}, and what needs attention.`}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Period"
          data={[
            { value: '24', label: '24 hours' },
            { value: '168', label: '7 days' },
          ]}
          value={hours}
          onChange={(value) => setAddress(value === '168' ? { hours: value } : {})}
        />
      }
    >
      <Loaded query={connections}>
        {(all) =>
          all.length === 0 ? (
            <NothingConnected />
          ) : (
            <Loaded query={overview}>
              {(figures) => (
                <Stack gap="lg">
                  <AttentionList items={figures.attention} />
                  <FigureCards figures={figures} hours={hours} />
                  <BusiestConnections figures={figures} connections={all} />
                </Stack>
              )}
            </Loaded>
          )
        }
      </Loaded>
    </Page>
  );
}

function NothingConnected() {
  const { name } = useWorkspace();
  return (
    <Empty title="No connections yet">
      <p>Connect an account to run its actions and search its records here.</p>
      <Group justify="center">
        <Button component={Link} href={`/${name}/connect`}>
          Connect an account
        </Button>
      </Group>
    </Empty>
  );
}

const percent = (part: number, whole: number) =>
  `${whole === 0 ? 0 : ((part / whole) * 100).toLocaleString('en', { maximumFractionDigits: 1 })} %`;

const inMilliseconds = (value: number | null) =>
  value === null ? '–' : value < 1_000 ? `${value} ms` : `${(value / 1_000).toLocaleString('en')} s`;

const shortTime = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });

function FigureCards({
  figures: { totals, intervals },
  hours,
}: {
  readonly figures: Figures;
  readonly hours: OverviewHours;
}) {
  const barsOf = (barOf: (interval: Figures['intervals'][number]) => Omit<Bar, 'at' | 'title'> & { text: string }) =>
    intervals.map((interval) => {
      const { text, ...bar } = barOf(interval);
      return { at: interval.at, ...bar, title: `${shortTime.format(new Date(interval.at))}: ${text}` };
    });
  const period = periods[hours];
  const calls = totals.calls.toLocaleString('en');
  const cards = [
    {
      label: 'Calls',
      value: calls,
      chart: `${calls} calls in the ${period}, ${totals.errors.toLocaleString('en')} of them with an error`,
      bars: barsOf((one) => ({
        value: one.calls,
        errors: one.errors,
        text: `${one.calls} calls, ${one.errors} errors`,
      })),
    },
    {
      label: 'Errors',
      value: percent(totals.errors, totals.calls),
      chart: `${percent(totals.errors, totals.calls)} of the calls of the ${period} ended with an error`,
      bars: barsOf((one) => ({ value: one.errors, errors: one.errors, text: percent(one.errors, one.calls) })),
    },
    {
      label: '95 % are faster than',
      value: inMilliseconds(totals.p95_ms),
      chart: `95 percent of the calls of the ${period} took at most ${inMilliseconds(totals.p95_ms)}`,
      bars: barsOf((one) => ({ value: one.p95_ms ?? 0, errors: 0, text: inMilliseconds(one.p95_ms) })),
    },
  ];
  return (
    <section className={classes.figures} aria-label="Figures">
      {cards.map(({ label, value, chart, bars }) => (
        <Paper key={label} withBorder p="md">
          <Text size="xs" c="dimmed" fw={600}>
            {label}
          </Text>
          <Text size="xl" fw={600} mb="xs" className={classes.value ?? ''}>
            {value}
          </Text>
          <BarChart label={chart} bars={bars} />
        </Paper>
      ))}
    </section>
  );
}

const shownConnections = 8;

interface BusiestProps {
  readonly figures: Figures;
  readonly connections: readonly Connection[];
}

function BusiestConnections({ figures: { connections: called }, connections }: BusiestProps) {
  const { name: workspace } = useWorkspace();
  const names = new Map(connections.map(({ id, name }) => [id, name]));
  if (called.length === 0)
    return (
      <Empty title="No calls yet">
        <Anchor component={Link} href={`/${workspace}/run`} underline="always">
          Run an action
        </Anchor>
        , or call the API.
      </Empty>
    );
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        Busiest connections
      </Title>
      <ScrolledTable label="Busiest connections">
        <Table highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Connection</Table.Th>
              <Table.Th ta="end">Calls</Table.Th>
              <Table.Th ta="end">Errors</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {called.slice(0, shownConnections).map(({ id, calls, errors }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Anchor component={Link} href={`/${workspace}/connections/${id}`} size="sm" fw={500}>
                    <ForeignText value={names.get(id) ?? id} limit={128} />
                  </Anchor>
                </Table.Td>
                <Table.Td ta="end" className={classes.value ?? ''}>
                  <Anchor
                    component={Link}
                    href={`/${workspace}/audit?connection_id=${id}&kind=execute`}
                    size="sm"
                    aria-label={`${calls.toLocaleString('en')} calls of ${names.get(id) ?? id}`}
                  >
                    {calls.toLocaleString('en')}
                  </Anchor>
                </Table.Td>
                <Table.Td ta="end" className={classes.value ?? ''}>
                  {errors.toLocaleString('en')} ({percent(errors, calls)})
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
    </Stack>
  );
}
