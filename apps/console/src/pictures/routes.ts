import { readFileSync } from 'node:fs';

const source = new URL('../console.tsx', import.meta.url);

/**
 * The paths of the console's pages within a workspace, as patterns: `/:workspace/run/:connection?`. Read from its source, because Node.js
 * cannot import it.
 */
export function routesOfConsole(): readonly string[] {
  const routes = Array.from(
    readFileSync(source, 'utf8').matchAll(/<Route(?:<\w+>)? path="([^"]+)"/g),
    ([, path = '']) => path,
  );
  return routes.filter((path) => /^\/:workspace\/\w/.test(path));
}

/** The path of a route in a workspace with nothing selected; undefined for one with required parameters. */
export function bareAddress(route: string, workspace: string): string | undefined {
  const parts = route.split('/').filter((part) => !part.endsWith('?'));
  const address = parts.map((part) => (part === ':workspace' ? workspace : part));
  return address.some((part) => part.startsWith(':')) ? undefined : `/console${address.join('/')}`;
}
