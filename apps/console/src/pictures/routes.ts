import { readFileSync } from 'node:fs';

const source = new URL('../console.tsx', import.meta.url);

/** The addresses within a workspace that the console has a page for, as patterns: `/:workspace/run/:connection?`. Read from its source, for Node.js cannot import it. */
export function routesOfConsole(): readonly string[] {
  const routes = Array.from(
    readFileSync(source, 'utf8').matchAll(/<Route(?:<\w+>)? path="([^"]+)"/g),
    ([, path = '']) => path,
  );
  return routes.filter((path) => /^\/:workspace\/\w/.test(path));
}

/** The address of a route in a workspace with nothing chosen; undefined for one that needs to know what to show. */
export function bareAddress(route: string, workspace: string): string | undefined {
  const parts = route.split('/').filter((part) => !part.endsWith('?'));
  const address = parts.map((part) => (part === ':workspace' ? workspace : part));
  return address.some((part) => part.startsWith(':')) ? undefined : `/console${address.join('/')}`;
}
