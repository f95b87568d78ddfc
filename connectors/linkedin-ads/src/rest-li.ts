import { type EncodedText, encoded } from '@connectory/connector-sdk';

/**
 * A list in Rest.li syntax, `List(a,b)`, with each element percent-encoded once. Elements that have a `%` count as encoded; a text
 * that is no list is sent as it was given.
 * https://learn.microsoft.com/linkedin/shared/api-guide/concepts/protocol-version
 */
export function restLiList(text: string): EncodedText {
  const elements = /^List\((.*)\)$/s.exec(text)?.[1];
  if (elements === undefined) return encoded(encodeOnce(text));
  return encoded(`List(${elements.split(',').map(encodeOnce).join(',')})`);
}

const encodeOnce = (text: string) => (text.includes('%') ? text : encodeURIComponent(text));

const isoRange = /^(\d{4}-\d{2}-\d{2})(?:\/(\d{4}-\d{2}-\d{2}))?$/;

/**
 * A range of days in Rest.li syntax. ISO days are translated: `2026-01-31` means from that day on, `2026-01-01/2026-01-31` a period.
 * Anything else is sent as it was given.
 */
export function restLiDateRange(text: string): EncodedText {
  const [, start, end] = isoRange.exec(text) ?? [];
  if (start === undefined) return encoded(text);
  return encoded(
    end === undefined ? `(start:${restLiDay(start)})` : `(start:${restLiDay(start)},end:${restLiDay(end)})`,
  );
}

function restLiDay(isoDay: string): string {
  const [year, month, day] = isoDay.split('-').map(Number);
  return `(year:${year},month:${month},day:${day})`;
}
