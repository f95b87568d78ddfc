import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { type ArrayFieldTemplateProps, buttonId, descriptionId } from '@rjsf/utils';
import { Plus } from 'lucide-react';
import { withCode } from '../shell/with-code.tsx';
import { Legend } from './layout.tsx';

/** The items of a list, one below the other, and a button to add one. */
export function ListLayout(props: ArrayFieldTemplateProps) {
  const { title, schema, items, canAdd, required, disabled, readonly, fieldPathId } = props;
  const { description } = schema;
  return (
    <Fieldset id={fieldPathId.$id} legend={<Legend title={title} isRequired={required ?? false} />}>
      <Stack gap="xs">
        {description !== undefined && (
          <Text id={descriptionId(fieldPathId)} size="xs" c="dimmed">
            {withCode(description)}
          </Text>
        )}
        {items}
        {canAdd && (
          <Group>
            <Button
              id={buttonId(fieldPathId, 'add')}
              size="compact-sm"
              variant="default"
              leftSection={<Plus size={14} aria-hidden />}
              disabled={(disabled ?? false) || (readonly ?? false)}
              onClick={props.onAddClick}
            >
              Add to {title}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
