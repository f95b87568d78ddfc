import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from '../src/repository.ts';
import type { BuiltPage } from './built-pages.ts';

// In the cache of turbo, to be gone with it.
const file = join(repository, '.turbo/opened-pages.json');
/** What a page does in a browser depends on, beside its content. */
const surroundings = ['apps/docs/{.vitepress,src,test}/**/*.{css,ts}', 'apps/gateway/src/**/*.ts', 'pnpm-lock.yaml'];

/** The pages that an earlier run opened in a browser without a fault, so that a change of one connector does not open those of all others again. */
export class OpenedPages {
  readonly #surroundings = digestOf(
    globSync(surroundings, { cwd: repository })
      .sort()
      .map((name) => readFileSync(join(repository, name), 'utf8')),
  );
  readonly #earlier = readEarlier();
  readonly #found = new Map<string, string>();

  /** Whether a page was opened when its content and all around it were the same. */
  has(page: BuiltPage): boolean {
    const digest = this.#digest(page);
    if (this.#earlier[page.address] !== digest) return false;
    this.#found.set(page.address, digest);
    return true;
  }

  /** Notes that a page was opened. */
  add(page: BuiltPage): void {
    this.#found.set(page.address, this.#digest(page));
  }

  /** Keeps what was found for the next run; to be called once there was no fault. */
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
    // The first run, or one that was cut off while it wrote.
    return {};
  }
}

const digestOf = (texts: readonly string[]) => createHash('sha256').update(JSON.stringify(texts)).digest('hex');
