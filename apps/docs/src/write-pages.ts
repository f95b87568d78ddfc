import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describeConnector } from '@connectory/connector-sdk/engine';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import {
  accessSentence,
  capabilitiesMatrix,
  connectorPages,
  connectorsTable,
  credentialsTable,
  systemCards,
} from './connector-pages.ts';
import { type Examples, examplesOf } from './examples.ts';
import { repository } from './repository.ts';
import {
  copiedFiles,
  type Page,
  picturesFolder,
  repositoryPages,
  repositoryText,
  rewriteLinks,
} from './repository-pages.ts';

const source = join(repository, 'apps/docs');
const target = join(source, 'dist/pages');

/** Writes all pages as Markdown for VitePress: the guides, the documents of the repository, and the pages of every connector. */
export async function writePages(): Promise<void> {
  const manifests = builtInConnectors.map(describeConnector);
  const examples = await examplesOf(builtInConnectors);
  const tables = {
    connectors: connectorsTable(manifests),
    credentials: credentialsTable(manifests),
    capabilities: capabilitiesMatrix(manifests),
    systems: await systemCards(builtInConnectors),
    access: accessSentence(manifests),
  };
  const pages = [
    ...(await writtenPages(tables)),
    ...(await repositoryPages()),
    ...(
      await Promise.all(
        builtInConnectors.map(async (connector, index) => {
          const readme = await repositoryText(`connectors/${connector.id}/README.md`);
          return connectorPages(connector, readme, examples[index] as Examples);
        }),
      )
    ).flat(),
  ];
  await rm(target, { recursive: true, force: true });
  for (const { path, title, isWide, text } of pages) {
    const file = join(target, `${path}.md`);
    await mkdir(dirname(file), { recursive: true });
    const room = isWide === true ? '\naside: false\npageClass: wide-page' : '';
    await writeFile(file, `---\ntitle: ${JSON.stringify(title)}${room}\n---\n\n${text}`);
  }
  for (const file of copiedFiles) await copyTo(join(repository, file), file);
  await copyTo(join(source, 'icon.svg'), 'icon.svg');
  await cp(join(repository, picturesFolder), join(target, 'public', 'pictures'), { recursive: true });
}

// Handwritten pages; comments in them are replaced by tables.
async function writtenPages(tables: Readonly<Record<string, string>>): Promise<readonly Page[]> {
  const names = await Promise.all(
    ['guide', 'recipes', 'tasks'].map(async (folder) =>
      (await readdir(join(source, folder))).map((name) => `${folder}/${basename(name, '.md')}`),
    ),
  );
  return Promise.all(
    ['index', 'connectors/index', ...names.flat()].map(async (path) => {
      const file = `apps/docs/${path}.md`;
      const text = rewriteLinks(await readFile(join(repository, file), 'utf8'), file);
      const [, title = path] = /^# (.*)/.exec(text) ?? [];
      return {
        path,
        title,
        text: text.replace(/<!-- ([a-z]+) -->/g, (comment, name: string) => tables[name] ?? comment),
      };
    }),
  );
}

async function copyTo(from: string, name: string): Promise<void> {
  const file = join(target, 'public', name);
  await mkdir(dirname(file), { recursive: true });
  await copyFile(from, file);
}
