import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import {
  ADDITIONAL_PROPERTY_FLAG,
  canExpand,
  type DescriptionFieldProps,
  type ObjectFieldTemplateProps,
  type TitleFieldProps,
  type WrapIfAdditionalTemplateProps,
} from '@rjsf/utils';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { withCode } from '../shell/text.tsx';
import classes from './layout.module.css';

// These replace the theme's templates that use Grid and SimpleGrid, which create style elements.

const maxUnfolded = 6;
// A long form with fewer required fields also shows the first of the others.
const minShown = 4;

/**
 * The fields of an object, one below the other; a nested object is a group. If the form folds its optional fields, a long one shows only the
 * required and the first others until the rest is opened.
 */
export function ObjectLayout(props: ObjectFieldTemplateProps) {
  const { title, description, properties, fieldPathId, schema, uiSchema, formData, disabled, readonly } = props;
  const isRoot = fieldPathId.path.length === 0;
  const isFolding = isRoot && uiSchema?.['ui:options']?.foldsOptional === true && properties.length > maxUnfolded;
  const shownCount = isFolding ? Math.max(schema.required?.length ?? 0, minShown) : properties.length;
  const entered = Object.keys(formData ?? {});
  // Only how it begins: what a person opens or closes stays so.
  const [isOpen] = useState(properties.slice(shownCount).some(({ name }) => entered.includes(name)));
  const inputs = (shown: typeof properties) => (
    <div className={classes.members}>
      {shown.map(({ name, content, hidden }) => !hidden && <div key={name}>{content}</div>)}
    </div>
  );
  const members = (
    <Stack gap="sm">
      {inputs(properties.slice(0, shownCount))}
      {properties.length > shownCount && (
        <details open={isOpen}>
          <summary className={classes.more}>More fields ({properties.length - shownCount})</summary>
          {inputs(properties.slice(shownCount))}
        </details>
      )}
      {canExpand(schema, uiSchema, formData) && (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Plus size={14} aria-hidden />}
            disabled={(disabled ?? false) || (readonly ?? false)}
            onClick={props.onAddProperty}
          >
            {title === '' ? 'Add an entry' : `Add an entry to ${title}`}
          </Button>
        </Group>
      )}
    </Stack>
  );
  if (isRoot) return members;
  return (
    <Fieldset id={fieldPathId.$id} legend={<Legend title={title} isRequired={props.required ?? false} />}>
      {description !== undefined && description !== '' && (
        <Text size="xs" c="dimmed" mb="xs">
          {withCode(description)}
        </Text>
      )}
      {members}
    </Fieldset>
  );
}

/** The name of an object or a list, marked if required. */
export function Legend({ title, isRequired }: { readonly title: string; readonly isRequired: boolean }) {
  return (
    <Text span size="sm" fw={600}>
      {title}
      {isRequired && (
        <Text span c="var(--mantine-color-error)">
          {' '}
          *
        </Text>
      )}
    </Text>
  );
}

/** The name of a union. */
export function UnionTitle({ id, title }: TitleFieldProps) {
  return (
    <Text id={id} size="sm" fw={500}>
      {title}
    </Text>
  );
}

/** The description of a list or a union. */
export function FieldDescription({ id, description }: DescriptionFieldProps) {
  return (
    <Text id={id} size="xs" c="dimmed" mb="xs">
      {withCode(description)}
    </Text>
  );
}

/** A field with an arbitrary name has an input for the name next to the one for its value. */
export function AdditionalMember(props: WrapIfAdditionalTemplateProps) {
  const { id, label, schema, children, disabled, readonly, onKeyRenameBlur, onRemoveProperty } = props;
  if (!(ADDITIONAL_PROPERTY_FLAG in schema)) return <div>{children}</div>;
  const isFixed = (disabled ?? false) || (readonly ?? false);
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        key={label}
        id={`${id}-key`}
        label="Name"
        defaultValue={label}
        disabled={isFixed}
        onBlur={onKeyRenameBlur}
      />
      <div style={{ flex: 1 }}>{children}</div>
      <Button variant="default" disabled={isFixed} onClick={onRemoveProperty} aria-label={`Remove ${label}`}>
        Remove
      </Button>
    </Group>
  );
}
