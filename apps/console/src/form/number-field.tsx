import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import type { FieldProps } from '@rjsf/utils';
import { useState } from 'react';
import { enteredNumber, shownFormValue } from './exact-values.ts';

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
