import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connector } from '@connectory/connector-sdk';
import { repository } from '../src/repository.ts';

/** The examples that the pages of a connector print, by the language they run in; those that delete something come last. */
export type PrintedExamples = Readonly<Record<'curl' | 'python' | 'cli', readonly string[]>>;

/**
 * Returns the examples on the pages of a connector, without the first of each page, which says what the others need. The pages are those
 * of the last build of the documentation; throws an `Error` if it is not built.
 */
export async function printedExamples({ id, entities }: Connector): Promise<PrintedExamples> {
  const folder = join(repository, 'apps/docs/dist/pages/connectors', id);
  const pages = await Promise.all(entities.map(({ name }) => readFile(join(folder, `${name}.md`), 'utf8'))).catch(
    (cause) => {
      throw new Error('The documentation is not built. Run `npm run pages`.', { cause });
    },
  );
  const of = (language: keyof PrintedExamples) => {
    const block = new RegExp(`<div class="code-${language}">\\n\\n\`\`\`.*\\n([\\s\\S]*?)\\n\`\`\`\\n`, 'g');
    const found = pages.flatMap((text) => Array.from(text.matchAll(block), ([, code = '']) => code).slice(1));
    return [...found.filter((example) => !isDelete(example)), ...found.filter(isDelete)];
  };
  return { curl: of('curl'), python: of('python'), cli: of('cli') };
}

/** Whether an example deletes something. */
export const isDelete = (example: string): boolean =>
  /"action":\s*"delete"|'delete'|^connectory run \S+ \S+ delete\b/.test(example);
