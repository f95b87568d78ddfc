import { join } from 'node:path';
import { buildFolder, isCurrent } from '@connectory/built-pages';
import { repository } from './repository.ts';
import { siteFolder } from './site-folder.ts';

const [command = 'build', ...options] = process.argv.slice(2);

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
} else if (command === 'pictures') {
  const { picturesCommand } = await import('./pictures/pictures-command.ts');
  process.stdout.write(await picturesCommand(options));
} else {
  process.stderr.write(`There is no command "${command}". Use build, dev or pictures.\n`);
  process.exitCode = 1;
}
