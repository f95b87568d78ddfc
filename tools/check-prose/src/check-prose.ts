import { extname } from 'node:path';
import { TextlintKernel } from '@textlint/kernel';
import { parse as parseMarkdown } from '@textlint/markdown-to-ast';
import { avoidedPhrasesRule } from './avoided-phrases-rule.ts';
import { avoidedPhrases } from './glossary.ts';
import { parseTypescript } from './parse-typescript.ts';
import { parserPlugin } from './parser-plugin.ts';

/** Checks one text against the phrases a glossary avoids, and returns one line per finding: `path:line:column  what to change`. */
export type ProseCheck = (path: string, text: string) => Promise<readonly string[]>;

/** Creates a check from the Markdown text of a glossary. It supports Markdown (`.md`) and the string literals of TypeScript (`.ts`). */
export function createProseCheck(glossary: string): ProseCheck {
  const kernel = new TextlintKernel();
  const rule = avoidedPhrasesRule(avoidedPhrases(glossary));
  return async (path, text) => {
    const { messages } = await kernel.lintText(text, {
      filePath: path,
      ext: extname(path),
      plugins: [
        { pluginId: 'markdown', plugin: parserPlugin('.md', parseMarkdown) },
        { pluginId: 'typescript', plugin: parserPlugin('.ts', parseTypescript) },
      ],
      rules: [{ ruleId: 'glossary', rule }],
    });
    return messages.map(({ loc, message }) => `${path}:${loc.start.line}:${loc.start.column}  ${message}`);
  };
}
