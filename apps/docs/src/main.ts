import { join } from 'node:path';
import { buildFolder, isCurrent } from '@connectory/built-pages';
import { repository } from './repository.ts';
import { siteFolder } from './site-folder.ts';

const [command = 'build'] = process.argv.slice(2);

if (command === 'build') {
  if (!(await isCurrent(siteFolder))) {
    process.stdout.write('Building the documentation …\n');
    await buildFolder(siteFolder);
  }
} else if (command === 'dev') {
  const [{ createServer }, { writePages }] = await Promise.all([import('vitepress'), import('./write-pages.ts')]);
  await writePages();
  const server = await createServer(join(repository, 'apps/docs'));
  await server.listen();
  server.printUrls();
} else {
  process.stderr.write(`There is no command "${command}". Use build or dev.\n`);
  process.exitCode = 1;
}
