/** The text with letters replaced by x or X and digits by 0; everything else stays, so that the form can be recognized. */
export function mask(text: string): string {
  return text
    .replace(/[\p{L}--[\p{Lu}\p{Lt}]]/gv, 'x')
    .replace(/[\p{Lu}\p{Lt}]/gu, 'X')
    .replace(/\p{N}/gu, '0');
}
