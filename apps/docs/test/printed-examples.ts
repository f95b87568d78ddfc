import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connector } from '@connectory/connector-sdk';
import { connectorPages } from '../src/connector-pages.ts';
import { examplesOf } from '../src/examples.ts';
import { repository } from '../src/repository.ts';

/** The examples that the pages of a connector print, by the language they run in; those that delete something come last. */
export type PrintedExamples = Readonly<Record<'curl' | 'python' | 'cli', readonly string[]>>;

/** Writes the pages of a connector and returns the examples on them, without the first of each page, which says what the others need. */
export async function printedExamples(connector: Connector): Promise<PrintedExamples> {
  const [examples] = await examplesOf([connector]);
  if (examples === undefined) throw new Error(`The demo gives no examples of ${connector.id}.`);
  const readme = await readFile(join(repository, `connectors/${connector.id}/README.md`), 'utf8');
  const pages = connectorPages(connector, readme, examples).filter(({ path }) => !path.endsWith('/index'));
  const of = (language: keyof PrintedExamples) => {
    const block = new RegExp(`<div class="code-${language}">\\n\\n\`\`\`.*\\n([\\s\\S]*?)\\n\`\`\`\\n`, 'g');
    const found = pages.flatMap(({ text }) => Array.from(text.matchAll(block), ([, code = '']) => code).slice(1));
    return [...found.filter((example) => !isDelete(example)), ...found.filter(isDelete)];
  };
  return { curl: of('curl'), python: of('python'), cli: of('cli') };
}

/** Whether an example deletes something. */
export const isDelete = (example: string): boolean =>
  /"action":\s*"delete"|'delete'|^connectory run \S+ \S+ delete\b/.test(example);
