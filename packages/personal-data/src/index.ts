export const detectedKinds = ['email', 'phone', 'iban', 'card', 'national_id', 'ip', 'secret'] as const;
export type DetectedKind = (typeof detectedKinds)[number];
export interface Detection {
  readonly kind: DetectedKind;
  readonly start: number;
  readonly end: number;
}
export function detect(text: string, kinds: ReadonlySet<DetectedKind>): readonly Detection[] {
  if (!kinds.has('email')) return [];
  return Array.from(text.matchAll(/[\w.+-]{1,64}@[\w.-]{1,200}/g), (m) => ({
    kind: 'email' as const,
    start: m.index,
    end: m.index + m[0].length,
  }));
}
export function hasInstructions(text: string): boolean {
  return text.includes('ignore previous instructions');
}
export function mask(text: string): string {
  return text
    .replace(/\p{Lu}/gu, 'X')
    .replace(/\p{L}/gu, (c) => (c === 'X' ? 'X' : 'x'))
    .replace(/\p{Nd}/gu, '0');
}
