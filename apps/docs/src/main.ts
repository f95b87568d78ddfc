import { build, createServer } from 'vitepress';
import { repository } from './repository.ts';
import { writePages } from './write-pages.ts';

const source = `${repository}/apps/docs`;
const command = process.argv[2] ?? 'build';

if (command === 'build') {
  await writePages();
  await build(source);
} else if (command === 'dev') {
  await writePages();
  const server = await createServer(source);
  await server.listen();
  server.printUrls();
} else {
  process.stderr.write(`There is no command "${command}". Use build or dev.\n`);
  process.exitCode = 1;
}
