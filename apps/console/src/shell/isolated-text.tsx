import type { ReactNode } from 'react';

const rightToLeft = /[\p{sc=Adlam}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Nko}\p{sc=Syriac}\p{sc=Thaana}]/u;
const quoted = /"(?:[^"\\\n]|\\.)*"/g;

/** JSON or code with strings isolated in their own direction: the quotes, commas and names around them stay in order. */
export function IsolatedText({ text }: { readonly text: string }) {
  if (!rightToLeft.test(text)) return <>{text}</>;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: literal, index } of text.matchAll(quoted)) {
    if (!rightToLeft.test(literal)) continue;
    parts.push(`${text.slice(end, index)}"`, <bdi key={index}>{literal.slice(1, -1)}</bdi>, '"');
    end = index + literal.length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
