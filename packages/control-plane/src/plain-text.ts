const plain = /^[\x20-\x7e]*$/;

/**
 * A text fit for a database column: well-formed Unicode without control characters (PostgreSQL stores no NUL and no lone
 * surrogate), cut to `longest` UTF-16 units.
 */
export function plainText(text: string, longest: number): string {
  if (text.length <= longest && plain.test(text)) return text;
  // A slice would keep the whole text in memory; a copy does not.
  const cut = text.length > longest ? Buffer.from(text.slice(0, longest)).toString() : text;
  return cut.toWellFormed().replace(/\p{Cc}/gu, '\uFFFD');
}
