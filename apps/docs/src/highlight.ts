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
import { consoleBlock, isConsoleBlock } from './console-block.ts';
import { escapeHtml } from './html.ts';

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
