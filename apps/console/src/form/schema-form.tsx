import { type FormProps, withTheme } from '@rjsf/core';
import TextWidget from '@rjsf/core/lib/components/widgets/TextWidget.js';
import templates from '@rjsf/mantine/lib/templates/index.js';
import TextareaWidget from '@rjsf/mantine/lib/widgets/TextareaWidget.js';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { useMemo } from 'react';
import { BaseInput } from './base-input.tsx';
import { CheckboxInput } from './checkbox-input.tsx';
import { fromFormValue, toFormValue } from './exact-values.ts';
import { errorSchemaOf } from './field-errors.ts';
import { AdditionalMember, FieldDescription, ObjectLayout, UnionTitle } from './layout.tsx';
import { ListLayout } from './list-layout.tsx';
import { NumberField } from './number-field.tsx';
import { SelectInput } from './select-input.tsx';
import { validator } from './validator.ts';

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
export function SchemaForm({ root, schema, uiSchema, value, errors, onChange, onSubmit }: SchemaFormProps) {
  const ownUiSchema = useMemo((): UiSchema => {
    const required = schema.required ?? [];
    return { ...uiSchema, 'ui:order': [...required, '*'], 'ui:submitButtonOptions': { norender: true } };
  }, [schema, uiSchema]);
  const formData = useMemo(() => toFormValue(value) as Record<string, unknown>, [value]);
  const extraErrors = useMemo(() => errorSchemaOf(errors, root), [errors, root]);
  return (
    <Form
      schema={schema}
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
