import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';

const choices: readonly { readonly value: MantineColorScheme; readonly label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
];

/** Chooses light, dark or the system's setting. Stored in this browser. */
export function AppearanceSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Appearance"
      data={[...choices]}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
    />
  );
}
