import SelectWidget from '@rjsf/mantine/lib/widgets/SelectWidget.js';
import type { WidgetProps } from '@rjsf/utils';
import { withCode } from '../shell/with-code.tsx';

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
