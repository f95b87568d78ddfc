const firstPicture = 0x2400;
const pictures = 0x20;

// Line feeds and tabs are ordinary; the joiners are part of Persian words and of emoji.
const misleading = /[[\p{Cc}\p{Cf}\u2028\u2029]--[\n\t\u200c\u200d]]/gv;

/** Replaces control characters by their pictures, and marks that are invisible or reverse text by their code points. */
export function visibleText(text: string): string {
  return text.replace(misleading, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < pictures
      ? String.fromCodePoint(firstPicture + code)
      : `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`;
  });
}
