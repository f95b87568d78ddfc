import SelectWidget from '@rjsf/mantine/lib/widgets/SelectWidget.js';
import type { WidgetProps } from '@rjsf/utils';
import { withCode } from '../shell/with-code.tsx';

/** The input of an `enum`. The library leaves out what it is for. */
export function SelectInput(props: WidgetProps) {
  const { options, schema } = props;
  const description = withCode(options.description ?? schema.description);
  return <SelectWidget {...props} options={{ ...options, description } as WidgetProps['options']} />;
}
