import { buildFolder, isCurrent } from './built-folder.ts';
import type { BuiltPages } from './built-pages.ts';
import { pagesFolder } from './pages-folder.ts';
import { viteConfiguration } from './vite-configuration.ts';

/**
 * Runs the command given on the command line: `build` builds what is not current, `dev` starts the development server, and each of
 * `further` prints its result for the arguments after its name. Any other command sets a failing exit code.
 */
export async function runBuildCommand(
  pages: BuiltPages,
  further: Readonly<Record<string, (options: readonly string[]) => Promise<string>>> = {},
): Promise<void> {
  const [command = 'build', ...options] = process.argv.slice(2);
  const own = further[command];
  if (command === 'build') {
    const folder = pagesFolder(pages);
    if (await isCurrent(folder)) return;
    process.stdout.write(`Building the ${pages.name} …\n`);
    await buildFolder(folder);
  } else if (command === 'dev') {
    const { createServer } = await import('vite');
    const server = await createServer({ ...viteConfiguration(pages, 'dist/development'), logLevel: 'info' });
    await server.listen();
    server.printUrls();
  } else if (own !== undefined) {
    process.stdout.write(await own(options));
  } else {
    const known = ['build', 'dev', ...Object.keys(further)];
    process.stderr.write(`There is no command "${command}". Use ${known.join(', ')}.\n`);
    process.exitCode = 1;
  }
}
