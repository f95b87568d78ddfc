import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../src/repository.ts';
import { runDocuments } from './documents.ts';

/** A code block in a document. */
export interface CodeBlock {
  /** Path in the repository. */
  readonly document: string;
  readonly line: number;
  readonly language: string;
  /** The part of its info string after the language. */
  readonly note: string;
}

/** Languages of programs and commands, as opposed to data, settings and output. */
const languages = ['bash', 'console', 'javascript', 'js', 'py', 'python', 'sh', 'shell', 'ts', 'typescript'];
const fence = /^ *```([a-z]+)(?: (.*))?$/;

/** Returns the runnable code blocks of a document. */
export function codeBlocksOf(document: string, text: string): readonly CodeBlock[] {
  let isInside = false;
  return text.split('\n').flatMap((line, index): CodeBlock[] => {
    if (!/^ *```/.test(line)) return [];
    isInside = !isInside;
    const [, language = '', note = ''] = (isInside && fence.exec(line)) || [];
    return languages.includes(language) ? [{ document, line: index + 1, language, note }] : [];
  });
}

/** Returns what is wrong with a block that is neither run nor states why not; undefined otherwise. */
export function errorOf({ document, language, note }: CodeBlock): string | undefined {
  if (/^\(not run: \S.{5,}\)$/.test(note) && language !== 'ts') return undefined;
  // `type-checked-blocks.ts` takes these.
  if (/^\(type-checked: \S.{5,}\)$/.test(note) && language === 'ts') return undefined;
  const [, test] = /^\(run by (\S+\.test\.ts)\)$/.exec(note) ?? [];
  if (test !== undefined) return isTakenBy(test, note) ? undefined : `${test} does not take it`;
  const isRun = runDocuments.includes(document) && (isCommand(language, note) || isProgram(note));
  return isRun ? undefined : 'it is not run, and does not say why';
}

// The blocks that `reprint` runs.
const isCommand = (language: string, note: string) => note === '' && ['console', 'sh'].includes(language);
const isProgram = (note: string) => /^[a-z][a-z-]*\.[a-z]+$/.test(note);

// The test finds its blocks by the note, so it contains the note as text, or in a regular expression.
function isTakenBy(test: string, note: string): boolean {
  const file = join(repository, test);
  return existsSync(file) && readFileSync(file, 'utf8').replaceAll('\\', '').includes(note);
}
