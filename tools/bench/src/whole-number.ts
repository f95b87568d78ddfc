/** Writes a figure as a whole number with thousands separators. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
