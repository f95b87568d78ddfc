import { rm, writeFile } from 'node:fs/promises';
import { build, createServer } from 'vitepress';
import { builtSite, repository } from './repository.ts';
import { writePages } from './write-pages.ts';

const source = `${repository}/apps/docs`;
const command = process.argv[2] ?? 'build';

if (command === 'build') {
  // While this file is there, the gateway says that the site is being built.
  const marker = `${builtSite}-being-built`;
  await writeFile(marker, '');
  try {
    await writePages();
    await build(source);
  } finally {
    await rm(marker, { force: true });
  }
} else if (command === 'dev') {
  await writePages();
  const server = await createServer(source);
  await server.listen();
  server.printUrls();
} else {
  process.stderr.write(`There is no command "${command}". Use build or dev.\n`);
  process.exitCode = 1;
}
