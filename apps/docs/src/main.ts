import { join } from 'node:path';
import { buildSite, isCurrent } from './build-site.ts';
import { repository } from './repository.ts';

const [command = 'build'] = process.argv.slice(2);

if (command === 'build') {
  if (!(await isCurrent())) {
    process.stdout.write('Building the documentation …\n');
    await buildSite();
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
