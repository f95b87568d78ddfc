import { Badge, Group, Paper, Stack, Title } from '@mantine/core';
import { CodeView } from '../results/json-view.tsx';

/** How the store executed a search. */
export interface Plan {
  readonly dialect: string;
  readonly sql: string;
  readonly steps: readonly string[];
  readonly scans: boolean;
}

/** The plan of a search, to find out why it is slow. */
export function SearchPlan({ plan: { dialect, sql, steps, scans } }: { readonly plan: Plan }) {
  return (
    <Paper withBorder p="md" component="section" aria-label="Plan">
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={2} size="h5">
            Plan
          </Title>
          <Badge variant="light" color={scans ? 'yellow' : 'green'} tt="none" miw="max-content">
            {scans ? 'Looks at every record' : 'Uses an index'}
          </Badge>
        </Group>
        <CodeView label={`Steps in ${dialect}`} text={steps.join('\n')} />
        <CodeView label="Statement" text={sql} />
      </Stack>
    </Paper>
  );
}
