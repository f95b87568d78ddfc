const firstPicture = 0x2400;
const deletePicture = '\u2421';

// Control characters but tab and line feed; marks that turn the direction of text or take no room.
const misleading = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Text in which control characters are shown by their pictures, and invisible marks by their numbers. */
export function visibleText(text: string): string {
  return text.replace(misleading, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(firstPicture + code);
    return code === 0x7f ? deletePicture : `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`;
  });
}
