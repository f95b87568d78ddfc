import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from '../src/repository.ts';
import type { BuiltPage } from './built-pages.ts';

// In turbo's cache, so that it is deleted together with it.
const file = join(repository, '.turbo/opened-pages.json');
/** What the behavior of a page in a browser depends on, in addition to its content. */
const surroundings = ['apps/docs/{.vitepress,src,test}/**/*.{css,ts}', 'apps/gateway/src/**/*.ts', 'pnpm-lock.yaml'];

/**
 * The pages that an earlier run opened in a browser without errors, so that a change of one connector does not open the pages of all others
 * again.
 */
export class OpenedPages {
  readonly #surroundings = digestOf(
    globSync(surroundings, { cwd: repository })
      .sort()
      .map((name) => readFileSync(join(repository, name), 'utf8')),
  );
  readonly #earlier = readEarlier();
  readonly #found = new Map<string, string>();

  /** Whether a page was opened with the same content and surroundings. */
  has(page: BuiltPage): boolean {
    const digest = this.#digest(page);
    if (this.#earlier[page.address] !== digest) return false;
    this.#found.set(page.address, digest);
    return true;
  }

  /** Marks a page as opened. */
  add(page: BuiltPage): void {
    this.#found.set(page.address, this.#digest(page));
  }

  /** Stores the opened pages for the next run. Call it only if there were no errors. */
  keep(): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(Object.fromEntries(this.#found)));
  }

  #digest({ address, document }: BuiltPage): string {
    const content = document.querySelector('.VPContent');
    if (content === null) throw new Error(`${address} has no content.`);
    return digestOf([this.#surroundings, content.outerHTML]);
  }
}

function readEarlier(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    // This is the first run, or the previous one was aborted while it wrote.
    return {};
  }
}

const digestOf = (texts: readonly string[]) => createHash('sha256').update(JSON.stringify(texts)).digest('hex');
