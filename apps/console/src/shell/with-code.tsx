import { Code } from '@mantine/core';
import type { ReactNode } from 'react';

const enclosed = /`([^`]+)`/;

/** Text of a manifest or a schema with what backticks enclose as code. What is no text stays as it is. */
export function withCode(text: ReactNode): ReactNode {
  if (typeof text !== 'string' || !text.includes('`')) return text;
  // Between the other parts are those that were enclosed.
  return text.split(enclosed).map((part, index) => (index % 2 === 0 ? part : <Code key={index}>{part}</Code>));
}
