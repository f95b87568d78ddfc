import { type Schema, Validator } from '@cfworker/json-schema';
import { Button, Checkbox, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormProps, withTheme } from '@rjsf/core';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import TextWidget from '@rjsf/core/lib/components/widgets/TextWidget.js';
import templates from '@rjsf/mantine/lib/templates/index.js';
import SelectWidget from '@rjsf/mantine/lib/widgets/SelectWidget.js';
import TextareaWidget from '@rjsf/mantine/lib/widgets/TextareaWidget.js';
import {
  type ArrayFieldTemplateProps,
  type BaseInputTemplateProps,
  buttonId,
  descriptionId,
  type FieldProps,
  getInputProps,
  type RJSFSchema,
  type UiSchema,
  type ValidatorType,
  type WidgetProps,
} from '@rjsf/utils';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { withCode } from '../shell/text.tsx';
import { enteredNumber, fromFormValue, roundedFormValue, shownFormValue, toFormValue } from './exact-values.ts';
import { errorSchemaOf } from './field-errors.ts';
import { withLabels } from './labels.ts';
import { AdditionalMember, FieldDescription, Legend, ObjectLayout, UnionTitle } from './layout.tsx';

// Imported individually: the whole theme includes calendars and colors that no schema needs. Dates are strings, as the vendor expects them.
const Form = withTheme<Record<string, unknown>>({
  widgets: {
    CheckboxWidget: CheckboxInput,
    SelectWidget: SelectInput,
    TextareaWidget,
    DateWidget: TextWidget,
    DateTimeWidget: TextWidget,
    TimeWidget: TextWidget,
  },
  templates: {
    ...templates,
    BaseInputTemplate: BaseInput,
    ObjectFieldTemplate: ObjectLayout,
    ArrayFieldTemplate: ListLayout,
    TitleFieldTemplate: UnionTitle,
    DescriptionFieldTemplate: FieldDescription,
    WrapIfAdditionalTemplate: AdditionalMember,
  },
  fields: { NumberField },
} as Partial<FormProps<Record<string, unknown>>>);

interface SchemaFormProps {
  /** The field of the request body that is entered: `params`, `policy`. */
  readonly root: string;
  readonly schema: RJSFSchema;
  /** The fields with special inputs, in the library's format. */
  readonly uiSchema?: UiSchema;
  /** Whether optional fields of a long form are shown only on demand. */
  readonly foldsOptional?: boolean;
  readonly value: Readonly<Record<string, unknown>>;
  /** Errors from the gateway, by JSON pointer. */
  readonly errors: Parameters<typeof errorSchemaOf>[0];
  onChange(value: Readonly<Record<string, unknown>>): void;
  /** Called when the person presses Enter. */
  onSubmit(): void;
}

/**
 * A form generated from the schema of a field of a request body. The ids of its inputs are the JSON pointers into the body, without the
 * first slash.
 */
export function SchemaForm(props: SchemaFormProps) {
  const { root, schema, uiSchema, foldsOptional = false, value, errors, onChange, onSubmit } = props;
  const labelled = useMemo(() => withLabels(schema), [schema]);
  const ownUiSchema = useMemo((): UiSchema => {
    const required = schema.required ?? [];
    return {
      ...uiSchema,
      'ui:order': [...required, '*'],
      'ui:options': { foldsOptional },
      'ui:submitButtonOptions': { norender: true },
    };
  }, [schema, uiSchema, foldsOptional]);
  const formData = useMemo(() => toFormValue(value) as Record<string, unknown>, [value]);
  const extraErrors = useMemo(() => errorSchemaOf(errors, root), [errors, root]);
  return (
    <Form
      schema={labelled}
      uiSchema={ownUiSchema}
      formData={formData}
      validator={validator}
      idPrefix={root}
      idSeparator="/"
      noValidate
      noHtml5Validate
      showErrorList={false}
      extraErrors={extraErrors}
      experimental_defaultFormStateBehavior={{
        emptyObjectFields: 'skipDefaults',
        arrayMinItems: { populate: 'never' },
      }}
      onChange={({ formData: entered }) => onChange(fromFormValue(withoutEmpty(entered ?? {})) as typeof value)}
      onSubmit={onSubmit}
    />
  );
}

// The form creates an object for each nested schema, even if nothing was entered.
function withoutEmpty(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const kept = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (member === undefined) return [];
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return [[name, member]];
    const inner = withoutEmpty(member as Record<string, unknown>);
    return Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(kept);
}

/** The input of a string or a number. The default is its placeholder: an empty input is not sent. */
export function BaseInput(props: BaseInputTemplateProps) {
  const { id, schema, type, value, label, hideLabel, required, disabled, readonly, options, rawErrors, onChange } =
    props;
  const description = options.description ?? schema.description;
  const { type: inputType } = getInputProps(schema, type, options, false);
  const isNumber = inputType === 'number' || schema.type === 'number';
  return (
    <TextInput
      id={id}
      name={id}
      label={hideLabel === true ? undefined : label}
      aria-label={hideLabel === true ? label : undefined}
      description={hideLabel === true ? undefined : withCode(description)}
      withAsterisk={required ?? false}
      aria-required={required ?? false}
      disabled={(disabled ?? false) || (readonly ?? false)}
      placeholder={schema.default === undefined ? undefined : `${schema.default}`}
      error={rawErrors !== undefined && rawErrors.length > 0 ? rawErrors.join('. ') : undefined}
      inputMode={isNumber ? 'decimal' : undefined}
      dir="auto"
      autoComplete="off"
      value={shownFormValue(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  );
}

/** The input of a boolean: a checkbox with its name next to it and its description below. */
export function CheckboxInput(props: WidgetProps) {
  const { id, label, hideLabel, schema, value, options, required, disabled, readonly, rawErrors, onChange } = props;
  return (
    <Checkbox
      id={id}
      name={id}
      {...(hideLabel === true ? { 'aria-label': label } : { label })}
      description={hideLabel === true ? undefined : withCode(options.description ?? schema.description)}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      aria-required={required ?? false}
      disabled={(disabled ?? false) || (readonly ?? false)}
      error={rawErrors !== undefined && rawErrors.length > 0 ? rawErrors.join('. ') : undefined}
    />
  );
}

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

type OfChange = Parameters<FieldProps['onChange']> extends [unknown, ...infer Rest] ? Rest : never;

/** A number as text, so that every digit is kept: the library's field rounds what a double cannot hold. */
export function NumberField(props: FieldProps) {
  const { registry, schema, formData, onChange } = props;
  const [text, setText] = useState('');
  if (registry.schemaUtils.isSelect(schema)) return <StringField {...props} />;
  // Unfinished input, such as "1.0" before "1.05", is kept while its value is the same.
  const isCurrent = enteredNumber(text) === formData;
  const shown = isCurrent ? text : shownFormValue(formData);
  return (
    <StringField
      {...props}
      formData={shown}
      onChange={(entered: unknown, ...rest: OfChange) => {
        const next = typeof entered === 'string' ? entered : '';
        setText(next);
        onChange(enteredNumber(next), ...rest);
      }}
    />
  );
}

/** The input of an `enum`, with its description and its default as a placeholder, which the library omits. */
export function SelectInput(props: WidgetProps) {
  const { options, schema } = props;
  const description = withCode(options.description ?? schema.description);
  return (
    <SelectWidget
      {...props}
      {...(schema.default !== undefined && { placeholder: `${schema.default}` })}
      options={{ ...options, description } as WidgetProps['options']}
    />
  );
}

const draft = '2020-12';

/**
 * Finds the branch of a union that a value matches. Reports no errors, because the gateway validates params and the form shows its
 * messages. The usual validator compiles schemas with `new Function`, which the content security policy forbids.
 */
export const validator: ValidatorType = {
  isValid: (schema, value, root) => {
    try {
      return new Validator({ ...definitionsOf(root), ...schema } as Schema, draft).validate(
        roundedFormValue(value) ?? null,
      ).valid;
    } catch {
      // A dangling reference.
      return false;
    }
  },
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
};

const definitionsOf = ({ $defs }: RJSFSchema) => ($defs === undefined ? {} : { $defs });
