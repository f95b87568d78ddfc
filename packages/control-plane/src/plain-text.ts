/**
 * A text fit for a database column: well-formed Unicode without control characters (PostgreSQL stores no NUL and no lone
 * surrogate), cut to `longest` UTF-16 units.
 */
export function plainText(text: string, longest: number): string {
  // A slice would keep the whole text in memory; a copy does not.
  const cut = text.length > longest ? Buffer.from(text.slice(0, longest)).toString() : text;
  return cut.toWellFormed().replace(/\p{Cc}/gu, '\uFFFD');
}
