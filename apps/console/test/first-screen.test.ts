import { readFile, stat } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { requireBuiltConsole } from './demo-console.ts';

const built = new URL('../../gateway/built-console/', import.meta.url);

beforeAll(requireBuiltConsole);

it('the first screen needs at most 250 kB, compressed', async () => {
  const page = await readFile(new URL('index.html', built), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="\/console\/(assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(files.length).toBeGreaterThan(1);
  const sizes = await Promise.all(files.map(async (path) => (await stat(new URL(`${path}.gz`, built))).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total, files.join(', ')).toBeLessThanOrEqual(250_000);
});
