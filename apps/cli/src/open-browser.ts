import { spawn } from 'node:child_process';

// None of them is a shell, which would read more into an address.
const programs: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Shows a web address in the browser of the person. Does nothing where there is no browser, or for what is no web address. */
export function openBrowser(url: string): void {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return;
  const [program, ...first] = programs[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...first, parsed.href], { detached: true, stdio: 'ignore' });
  child.once('error', () => undefined);
  child.unref();
}
