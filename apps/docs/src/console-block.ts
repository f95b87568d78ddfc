import { escapeHtml } from './html.ts';

// The copy button of VitePress leaves out what has this class.
const uncopied = (html: string) => `<span class="vp-copy-ignore">${html}</span>`;

/** Whether a block shows commands with what they print: a line of it begins with `$ `. */
export const isConsoleBlock = (text: string): boolean => /^\$ /m.test(text);

/**
 * A block of commands and what they print as HTML: the copy button copies the commands only. A command goes on in the next line after a
 * backslash; `highlightCommand` gives its HTML.
 */
export function consoleBlock(text: string, highlightCommand: (command: string) => string): string {
  const parts = text.trimEnd().match(/^\$ (?:.*\\\n)*.*$|^(?!\$ ).*$/gm) ?? [];
  const html = parts.map((part, index) => {
    const isFirst = index === 0;
    if (!part.startsWith('$ ')) return uncopied(`${isFirst ? '' : '\n'}${escapeHtml(part)}`);
    const hasCommandBefore = parts.slice(0, index).some((before) => before.startsWith('$ '));
    const lineEnd = isFirst ? '' : hasCommandBefore ? '\n' : uncopied('\n');
    return `${lineEnd}${uncopied('$ ')}${highlightCommand(part.slice(2))}`;
  });
  return html.join('');
}
