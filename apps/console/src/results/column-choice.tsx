import { Button, Checkbox, Group, Popover, ScrollArea, Stack } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import { labelOf } from '../form/labels.ts';

interface ColumnChoiceProps {
  /** Every column that has a value. */
  readonly all: readonly string[];
  readonly shown: readonly string[];
  /** Called with undefined to show the first ones again. */
  onChange(columns: readonly string[] | undefined): void;
}

/** The button that opens the list of columns, in which a person chooses those that are shown. */
export function ColumnChoice({ all, shown, onChange }: ColumnChoiceProps) {
  const listed = [...new Set([...shown, ...all])];
  return (
    <Popover position="bottom-end" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<Columns3 size={14} aria-hidden />}>
          Columns ({shown.length} of {listed.length})
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Columns">
        <Stack gap="sm">
          <ScrollArea.Autosize mah="18rem" type="auto" offsetScrollbars>
            <Checkbox.Group aria-label="Shown columns" value={[...shown]} onChange={onChange}>
              <Stack gap={6}>
                {listed.map((name) => (
                  <Checkbox
                    key={name}
                    size="xs"
                    value={name}
                    label={labelOf(name)}
                    title={name}
                    disabled={shown.length === 1 && shown.includes(name)}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          </ScrollArea.Autosize>
          <Group gap="xs">
            <Button size="compact-xs" variant="default" onClick={() => onChange(listed)}>
              Show all
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => onChange(undefined)}>
              Show the first
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
