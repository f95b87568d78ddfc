import { IsolatedText } from './isolated-text.tsx';
import { visibleText } from './visible-text.ts';

const longest = 2_000;

interface ForeignTextProps {
  readonly value: string;
  /** Characters after which it is truncated. */
  readonly limit?: number;
  /** Whether it is JSON, which is read from left to right whatever its strings are. */
  readonly isJson?: boolean;
}

/** External text: in its own direction, truncated, with misleading characters made visible. */
export function ForeignText({ value, limit = longest, isJson = false }: ForeignTextProps) {
  const isCut = value.length > limit;
  const shown = visibleText(isCut ? value.slice(0, limit) : value);
  return (
    <bdi dir={isJson ? 'ltr' : 'auto'} style={{ overflowWrap: 'anywhere' }}>
      {isJson ? <IsolatedText text={shown} /> : shown}
      {isCut && `… (${value.length.toLocaleString('en')} characters)`}
    </bdi>
  );
}
