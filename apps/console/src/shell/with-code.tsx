import { Code } from '@mantine/core';
import type { ReactNode } from 'react';

const enclosed = /`([^`]+)`/;

/** Renders the parts of a text in backticks as code. Anything but a string is returned unchanged. */
export function withCode(text: ReactNode): ReactNode {
  if (typeof text !== 'string' || !text.includes('`')) return text;
  // Every other part was in backticks.
  return text.split(enclosed).map((part, index) => (index % 2 === 0 ? part : <Code key={index}>{part}</Code>));
}
