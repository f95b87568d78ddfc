import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from '../src/repository.ts';
import type { BuiltPage } from './built-pages.ts';

/** What the behavior of a page in a browser depends on, in addition to its content. */
const surroundings = ['apps/docs/{.vitepress,src,test}/**/*.{css,ts}', 'apps/gateway/src/**/*.ts', 'pnpm-lock.yaml'];

/**
 * The pages on which an earlier run of a check in a browser found no errors, so that a change of one connector does not open the pages of all
 * others again.
 */
export class OpenedPages {
  readonly #file: string;
  readonly #earlier: Readonly<Record<string, string>>;
  readonly #surroundings = digestOf(
    globSync(surroundings, { cwd: repository })
      .sort()
      .map((name) => readFileSync(join(repository, name), 'utf8')),
  );
  readonly #found = new Map<string, string>();

  /** Reads the pages that passed a check, by the name of the check. */
  constructor(check: 'barriers' | 'links') {
    // In turbo's cache, so that it is deleted together with it.
    this.#file = join(repository, `.turbo/opened-pages-${check}.json`);
    this.#earlier = readEarlier(this.#file);
  }

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
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(Object.fromEntries(this.#found)));
  }

  #digest({ address, document }: BuiltPage): string {
    const content = document.querySelector('.VPContent');
    if (content === null) throw new Error(`${address} has no content.`);
    return digestOf([this.#surroundings, content.outerHTML]);
  }
}

function readEarlier(file: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    // This is the first run, or the previous one was aborted while it wrote.
    return {};
  }
}

const digestOf = (texts: readonly string[]) => createHash('sha256').update(JSON.stringify(texts)).digest('hex');
