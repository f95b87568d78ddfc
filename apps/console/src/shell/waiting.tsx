import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';

const bars = [0, 1, 2, 3];

/** What stands where something is being loaded, which screen readers say. */
export function Waiting() {
  const [text, setText] = useState('');
  // They say what changes in a status, and nothing of one that appears.
  useEffect(() => setText('Loading …'), []);
  return (
    <div role="status" aria-label="Loading">
      <VisuallyHidden>{text}</VisuallyHidden>
      <Stack gap="xs" aria-hidden>
        {bars.map((bar) => (
          <Skeleton key={bar} height={36} />
        ))}
      </Stack>
    </div>
  );
}
