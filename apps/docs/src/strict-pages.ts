import { createHash } from 'node:crypto';

/**
 * Makes built pages fit the Content-Security-Policy of the gateway, which allows no script and no style attribute inside of a
 * page, and gives the page for unknown addresses something to read without JavaScript.
 */
export class StrictPages {
  /** Text of each script by file name below `assets/`; the name changes with the text. */
  readonly scripts = new Map<string, string>();
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  /** The page with its scripts in files and without style attributes. */
  rewrite(html: string): string {
    const missing = `<noscript>There is no such page. <a href="${this.#base}">All pages</a></noscript>`;
    return html
      .replace(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g, (_, attributes: string, text: string) => {
        const name = `inline.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`;
        this.scripts.set(name, text);
        return `<script${attributes} src="${this.#base}assets/${name}"></script>`;
      })
      .replace(/(<[a-z][^<>]*?) style="[^"]*"/g, '$1')
      .replace('<div id="app"></div>', `${missing}$&`);
  }
}
