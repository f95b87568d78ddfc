import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyButton, useCopy } from '../shell/copy-button.tsx';
import { IsolatedText, visibleText } from '../shell/text.tsx';
import classes from './json-view.module.css';

const longest = 50_000;

interface JsonViewProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly value: unknown;
}

/** A value as indented JSON to read and copy. Long ones are truncated until expanded. */
export function JsonView({ label, value }: JsonViewProps) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return <CodeView label={label} text={text} />;
}

/** Text to read and copy, in a monospaced font. */
export function CodeView({ label, text }: { readonly label: string; readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  const { state, copy } = useCopy();
  const isCut = text.length > longest && !isWhole;
  return (
    <Stack gap={6}>
      <div className={classes.frame}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <section className={classes.scrolled} aria-label={label} tabIndex={0}>
          <pre className={classes.text} dir="ltr">
            <IsolatedText text={visibleText(isCut ? text.slice(0, longest) : text)} />
          </pre>
        </section>
        <CopyButton
          className={classes.copy ?? ''}
          size="compact-xs"
          label="Copy"
          state={state}
          onCopy={() => copy(text)}
        />
      </div>
      {state === 'refused' && (
        <Text size="sm" role="status">
          Your browser does not allow this page to copy. Select the text and copy it manually.
        </Text>
      )}
      {isCut && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {longest.toLocaleString('en')} of {text.length.toLocaleString('en')} characters.
          </Text>
          <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
            Show all
          </Button>
        </Group>
      )}
    </Stack>
  );
}
