const firstPicture = 0x2400;
const pictures = 0x20;

// Line feeds and tabs are ordinary; the joiners belong to Persian words and to emoji.
const misleading = /[[\p{Cc}\p{Cf}\u2028\u2029]--[\n\t\u200c\u200d]]/gv;

/** Text in which control characters are shown by their pictures, and marks that nobody sees, or that turn text around, by their numbers. */
export function visibleText(text: string): string {
  return text.replace(misleading, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < pictures
      ? String.fromCodePoint(firstPicture + code)
      : `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`;
  });
}
