import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Line, shown } from '../verdict.ts';
import { whyNothingIsHidden, withoutFolders } from './hidden-folders.ts';
import { startServing } from './installed-command.ts';
import { tryDemo } from './try-demo.ts';
import { tryServe } from './try-serve.ts';

/**
 * Runs `connectory demo` and `connectory serve` from the folder they were installed into, with a version of Node.js, and calls both. The
 * hidden folders are empty for both, if this machine supports that; a line of the output says whether it does.
 */
export async function tryInstalled(
  folder: string,
  node: string,
  label: string,
  hidden: readonly string[],
): Promise<{ lines: readonly Line[]; failures: readonly string[] }> {
  const reason = whyNothingIsHidden();
  const installed = [node, join(folder, 'node_modules/@connectory/cli/dist/main.js')];
  const commandOf = (name: string) =>
    reason === undefined ? withoutFolders(hidden, [...installed, name]) : [...installed, name];
  const data = join(folder, `data of ${label}`);
  const demo = await startServing(
    commandOf('demo'),
    folder,
    { PORT: '0', CONNECTORY_DATA_DIR: join(data, 'demo') },
    /Try it:[\s\S]*\n\n$/,
  );
  const tried = await tryDemo(demo.url, join(data, 'demo'), label);
  const demoEnd = await demo.stop();
  const adminToken = randomBytes(32).toString('base64url');
  const serve = await startServing(commandOf('serve'), folder, {
    PORT: '0',
    CONNECTORY_DATA_DIR: join(data, 'production'),
    CONNECTORY_ADMIN_TOKEN: adminToken,
  });
  const served = await tryServe(serve.url, adminToken, label);
  const serveEnd = await serve.stop();
  const ends: Line = {
    name: `${label}: exit codes after SIGTERM`,
    seen: `${demoEnd}, ${serveEnd}`,
    wanted: '0, 0',
    holds: demoEnd === 0 && serveEnd === 0,
  };
  const sources = shown(`${label}: the repository`, reason === undefined ? 'hidden' : `not hidden: ${reason}`);
  return { lines: [sources, ...tried.lines, ...served.lines, ends], failures: [...tried.failures, ...served.failures] };
}
