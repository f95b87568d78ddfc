import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';

const bars = [0, 1, 2, 3];

/** The placeholder while something is loading, announced by screen readers. */
export function Waiting() {
  const [text, setText] = useState('');
  // Screen readers announce a changed status, but not a newly rendered one.
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
