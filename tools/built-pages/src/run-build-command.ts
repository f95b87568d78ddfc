import { buildFolder, isCurrent } from './built-folder.ts';
import type { BuiltPages } from './built-pages.ts';
import { pagesFolder } from './pages-folder.ts';
import { viteConfiguration } from './vite-configuration.ts';

/**
 * Runs the command that the program was started with: `build` builds what is not current, `dev` shows it while somebody writes, and each of
 * `further` prints what it gives for the arguments after its name. Any other sets a failing exit code.
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
