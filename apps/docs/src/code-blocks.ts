import highlighter from 'highlight.js/lib/core';
import shell from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { escapeHtml } from './html.ts';

/** The same call in every language: the label of its tab, the language of its block, and the code. */
export interface CodeInLanguages {
  readonly curl: string;
  readonly typescript: string;
  readonly python: string;
  readonly cli: string;
}

const tabs: readonly (readonly [language: keyof CodeInLanguages, label: string, block: string])[] = [
  ['curl', 'curl', 'sh'],
  ['typescript', 'TypeScript', 'ts'],
  ['python', 'Python', 'py'],
  ['cli', 'CLI', 'sh'],
];

/**
 * Markdown for code in tabs, one per language. `name` distinguishes the tabs from others on the page. Style sheet and theme show the
 * language that the reader has chosen, in all tabs at once.
 */
export function codeTabs(name: string, code: CodeInLanguages): string {
  const choices = tabs.map(([language, label]) => {
    const checked = language === 'curl' ? ' checked' : '';
    return `<label><input type="radio" name="${name}.language" value="${language}"${checked}>${label}</label>`;
  });
  return [
    `<div class="code-tabs">\n<fieldset><legend>Language</legend>${choices.join('')}</fieldset>`,
    ...tabs.map(
      ([language, , block]) =>
        `<div class="code-${language}">\n\n\`\`\`${block} ${scrolling}\n${code[language]}\n\`\`\`\n\n</div>`,
    ),
    '</div>',
  ].join('\n');
}

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

const languages = { go, java, javascript, json, python, shell, sql, typescript, xml };
const aliases: Readonly<Record<string, string>> = {
  console: 'shell',
  js: 'javascript',
  py: 'python',
  sh: 'shell',
  ts: 'typescript',
};

for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);

/** The word after the language in a block's info string that gives it a fixed height with scrolling. */
export const scrolling = 'scrolling';

/**
 * Renders a code block as HTML. Its parts have classes instead of style attributes, which a strict Content-Security-Policy forbids. `rest`
 * is the part of the info string after the language.
 */
export function highlight(text: string, language: string, rest = ''): string {
  const named = aliases[language] ?? language;
  const isConsole = named === 'shell' && isConsoleBlock(text);
  const html = isConsole ? consoleBlock(text, (command) => colored(command, named)) : colored(text, named);
  // A scrollable element must be reachable by keyboard.
  const reached = rest.trim() === scrolling ? ' tabindex="0" role="group" aria-label="Example"' : '';
  return `<pre v-pre${reached}><code>${html.trimEnd()}</code></pre>`;
}

function colored(text: string, language: string): string {
  const isKnown = highlighter.getLanguage(language) !== undefined;
  return isKnown ? highlighter.highlight(text, { language }).value : escapeHtml(text);
}
