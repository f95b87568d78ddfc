import { Code } from '@mantine/core';
import type { ReactNode } from 'react';

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

const rightToLeft = /[\p{sc=Adlam}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Nko}\p{sc=Syriac}\p{sc=Thaana}]/u;
const quoted = /"((?:[^"\\\n]|\\.)*)("?)/g;

/** JSON or code with strings isolated in their own direction: the quotes, commas and names around them stay in order. */
export function IsolatedText({ text }: { readonly text: string }) {
  if (!rightToLeft.test(text)) return <>{text}</>;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: literal, 1: inside = '', 2: close, index } of text.matchAll(quoted)) {
    if (close === '' || !rightToLeft.test(inside)) continue;
    parts.push(`${text.slice(end, index)}"`, <bdi key={index}>{inside}</bdi>, '"');
    end = index + literal.length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}

const firstPicture = 0x2400;
const pictures = 0x20;

// Line feeds and tabs are ordinary; the joiners are part of Persian words and of emoji.
const misleading = /[[\p{Cc}\p{Cf}\u2028\u2029]--[\n\t\u200c\u200d]]/gv;

/** Replaces control characters by their pictures, and marks that are invisible or reverse text by their code points. */
export function visibleText(text: string): string {
  return text.replace(misleading, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < pictures
      ? String.fromCodePoint(firstPicture + code)
      : `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`;
  });
}

const enclosed = /`([^`]+)`/;

/** Renders the parts of a text in backticks as code. Anything but a string is returned unchanged. */
export function withCode(text: ReactNode): ReactNode {
  if (typeof text !== 'string' || !text.includes('`')) return text;
  // Every other part was in backticks.
  return text.split(enclosed).map((part, index) => (index % 2 === 0 ? part : <Code key={index}>{part}</Code>));
}

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A time relative to now, with the exact time as its title; a dash if unknown. */
export function Time({ at }: { readonly at: string | null | undefined }) {
  if (at === null || at === undefined) return <>–</>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={absolute.format(date)}>
      {distance((date.getTime() - Date.now()) / 1000)}
    </time>
  );
}

function distance(seconds: number): string {
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  return relative.format(Math.round(seconds), 'second');
}
