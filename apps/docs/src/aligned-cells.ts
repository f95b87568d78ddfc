interface Token {
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
  attrIndex(name: string): number;
  attrs: [string, string][] | null;
}

/** Markdown rule: cells of an aligned column get a class (`align-right`) in place of a style attribute. */
export function alignByClass({ tokens }: { readonly tokens: readonly Token[] }): void {
  for (const token of tokens) {
    const alignment = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '')?.[1];
    if (alignment === undefined) continue;
    token.attrs?.splice(token.attrIndex('style'), 1);
    token.attrSet('class', `align-${alignment}`);
  }
}
