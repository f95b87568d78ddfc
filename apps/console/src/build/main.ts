import { buildConsole, isCurrent } from './build-console.ts';
import { viteConfiguration } from './vite-configuration.ts';

const [command = 'build'] = process.argv.slice(2);

if (command === 'build') {
  if (!(await isCurrent())) {
    process.stdout.write('Building the console …\n');
    await buildConsole();
  }
} else if (command === 'dev') {
  const { createServer } = await import('vite');
  const server = await createServer({ ...viteConfiguration('dist/console'), logLevel: 'info' });
  await server.listen();
  server.printUrls();
} else if (command === 'measure') {
  const { measure } = await import('./measure.ts');
  process.stdout.write(await measure());
} else {
  process.stderr.write(`There is no command "${command}". Use build, dev or measure.\n`);
  process.exitCode = 1;
}
