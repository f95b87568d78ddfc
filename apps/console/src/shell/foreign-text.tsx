import { IsolatedText } from './isolated-text.tsx';
import { visibleText } from './visible-text.ts';

const longest = 2_000;

interface ForeignTextProps {
  readonly value: string;
  /** Characters after which it is cut. */
  readonly limit?: number;
  /** Whether it is JSON, which is read from the left whatever the texts in it are. */
  readonly isJson?: boolean;
}

/** Text of a vendor or a person: in its own direction, cut where it is long, and with what could mislead made visible. */
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
