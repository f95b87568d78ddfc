import { spawn } from 'node:child_process';

// Not a shell, which would interpret parts of the URL.
const programs: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a URL in the person's browser. Does nothing if there is no browser, or if it is not an HTTP URL. */
export function openBrowser(url: string): void {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return;
  const [program, ...first] = programs[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...first, parsed.href], { detached: true, stdio: 'ignore' });
  child.once('error', () => undefined);
  child.unref();
}
