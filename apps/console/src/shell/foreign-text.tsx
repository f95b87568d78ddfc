import { visibleText } from './visible-text.ts';

const longest = 2_000;

interface ForeignTextProps {
  readonly value: string;
  /** Characters after which it is cut. */
  readonly limit?: number;
}

/** Text of a vendor or a person: in its own direction, cut where it is long, and with what could mislead made visible. */
export function ForeignText({ value, limit = longest }: ForeignTextProps) {
  const isCut = value.length > limit;
  return (
    <bdi style={{ overflowWrap: 'anywhere' }}>
      {visibleText(isCut ? value.slice(0, limit) : value)}
      {isCut && `… (${value.length.toLocaleString('en')} characters)`}
    </bdi>
  );
}
