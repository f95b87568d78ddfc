import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HTMLElement, parse } from 'node-html-parser';
import { builtSite } from '../src/repository.ts';

/** A built page. */
export interface BuiltPage {
  /** Its path on a gateway: `/docs/connectors/stripe/customers`. */
  readonly address: string;
  readonly html: string;
  readonly document: HTMLElement;
  /** The ids that links can lead to. */
  readonly anchors: ReadonlySet<string>;
}

let read: ReadonlyMap<string, BuiltPage> | undefined;

/** Reads every page of the built site, by path. Cached, because parsing all takes a second. */
export function readBuiltPages(): ReadonlyMap<string, BuiltPage> {
  read ??= new Map(readPages());
  return read;
}

function* readPages(): Generator<readonly [address: string, page: BuiltPage]> {
  const names = readdirSync(builtSite, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  for (const name of names) {
    const address = `/docs/${name.replaceAll('\\', '/').replace(/(^|\/)index\.html$|\.html$/, '$1')}`;
    const html = readFileSync(join(builtSite, name), 'utf8');
    const document = parse(html, { blockTextElements: { script: true, style: true } });
    const anchors = new Set(document.querySelectorAll('[id]').map(({ id }) => id));
    yield [address, { address, html, document, anchors }];
  }
}

/** The languages of the code tabs. */
export const languages = ['curl', 'typescript', 'python', 'cli'] as const;

/** Returns the code blocks of a page in one language, as a person would copy them. */
export function codeBlocks({ document }: BuiltPage, language: (typeof languages)[number]): readonly string[] {
  return document.querySelectorAll(`.code-${language} pre code`).map(({ textContent }) => textContent);
}
