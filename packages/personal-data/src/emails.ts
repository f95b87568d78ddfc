import type { Candidate } from './candidate.ts';

/** The limits of RFC 5321. */
const maxLocal = 64;
const maxDomain = 255;

const localCharacter = /[\p{L}\p{N}\p{M}._+'~-]/u;
const domainRun = /^[\p{L}\p{N}\p{M}.-]+/u;
const topLevel = /^(?:\p{L}[\p{L}\p{M}]{1,23}|xn--[a-z\d-]{1,59})$/iu;
/** Endings of files: `logo@2x.png` is none. */
const fileEnding = /^(?:png|jpe?g|gif|svg|webp|avif|ico|css|js|ts|json|md|txt|pdf|html?)$/i;

/** Finds the addresses around each `@`; neither side is read beyond its limit, or beyond another `@`. */
export function findEmails(text: string, candidates: Candidate[]): void {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = localStart(text, at);
    if (start === at) continue;
    const end = domainEnd(text, at + 1);
    if (end === at + 1) continue;
    // The user of a URL or of a repository is no mailbox.
    if (text.startsWith('//', start - 2) || (text.slice(start, at) === 'git' && text[end] === ':')) continue;
    candidates.push({ kind: 'email', start, end, certainty: 'form' });
  }
}

function localStart(text: string, at: number): number {
  const least = Math.max(0, at - maxLocal);
  if (text[at - 1] === '"') {
    const quote = text.slice(least, at - 1).lastIndexOf('"');
    return quote < 0 || /[\n<>:]/.test(text.slice(least + quote, at)) ? at : least + quote;
  }
  let start = at;
  while (start > least && localCharacter.test(text.charAt(start - 1))) start--;
  // A longer word is no local part.
  if (start === least && start > 0 && localCharacter.test(text.charAt(start - 1))) return at;
  if (text.slice(start, at).includes('..') || text[at - 1] === '.') return at;
  while (start < at && /[.'+~-]/.test(text.charAt(start))) start++;
  return start;
}

function domainEnd(text: string, start: number): number {
  const [run = ''] = domainRun.exec(text.slice(start, start + maxDomain)) ?? [];
  const labels = run.split('..', 1)[0]?.split('.') ?? [];
  while (labels.length > 1 && !topLevel.test(labels.at(-1) ?? '')) labels.pop();
  const isDomain =
    labels.length > 1 &&
    !fileEnding.test(labels.at(-1) ?? '') &&
    labels.every((label) => label !== '' && label.length < 64 && !label.startsWith('-') && !label.endsWith('-'));
  return isDomain ? start + labels.join('.').length : start;
}
