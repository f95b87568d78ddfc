import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { consoleBlock, highlight, isConsoleBlock } from './code-blocks.ts';

const plain = (command: string) => command;

/** What the copy button of VitePress puts into the clipboard. */
function copied(html: string): string {
  const document = parse(html, { blockTextElements: {} });
  for (const ignored of document.querySelectorAll('.vp-copy-ignore')) ignored.remove();
  return document.textContent;
}

const shown = (html: string) => parse(html, { blockTextElements: {} }).textContent;

describe('a block of commands and their output', () => {
  it.each([
    ['$ ls -1\na\nb', 'ls -1'],
    ['$ cd a\n$ ls\nb\n\nc\n$ cd -\n', 'cd a\nls\ncd -'],
    ['Before\n$ curl -s \\\n    -d x | head\n{"cost":"$ 5"}\n', 'curl -s \\\n    -d x | head'],
    ['$ echo "a\\$ b"\n<b>&</b>', 'echo "a\\$ b"'],
  ])('shows %j whole and copies the commands only', (text, commands) => {
    const html = consoleBlock(text, plain);
    expect(shown(html)).toBe(text.trimEnd());
    expect(copied(html)).toBe(commands);
  });

  it('is told from commands alone', () => {
    expect(isConsoleBlock('npm start\nnpm test')).toBe(false);
    expect(isConsoleBlock('npm start\n$ npm test')).toBe(true);
  });

  it('is recognized in every language of a shell', () => {
    for (const language of ['console', 'sh']) {
      const html = highlight('$ export A=1\n$ echo "$A"\n1\n', language);
      expect(copied(html)).toBe('export A=1\necho "$A"');
      expect(html).toContain('hljs-');
    }
    expect(copied(highlight('print("$ 1")', 'python'))).toBe('print("$ 1")');
  });
});
