import { escapeHtml } from './html.ts';

// The copy button of VitePress skips elements with this class.
const uncopied = (html: string) => `<span class="vp-copy-ignore">${html}</span>`;

/** Whether a block shows commands with their output: one of its lines begins with `$ `. */
export const isConsoleBlock = (text: string): boolean => /^\$ /m.test(text);

/**
 * Renders commands and their output as HTML: the copy button copies only the commands. A backslash continues a command on the next line;
 * `highlightCommand` renders its HTML.
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
