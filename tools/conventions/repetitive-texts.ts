/** A text of any length: a unit that is repeated between a beginning and an end. */
export interface RepetitiveText {
  readonly before: string;
  readonly unit: string;
  readonly after: string;
}

/**
 * Texts that make an expression slow if any do: repetitions of up to six of its characters, alone and after all that precede them, each
 * also with an end at which a match fails. Groups and alternatives are read from left to right, as if all were required.
 */
export function repetitiveTexts(source: string): readonly RepetitiveText[] {
  const samples = samplesOf(source);
  const units = new Set(ordinary);
  const repeated: Omit<RepetitiveText, 'after'>[] = [];
  for (let from = 0; from < samples.length; from++) {
    for (let to = from + 1; to <= Math.min(from + longestUnit, samples.length); to++) {
      const unit = samples.slice(from, to).join('');
      units.add(unit);
      if (from > 0) repeated.push({ before: samples.slice(0, from).join(''), unit });
    }
  }
  const paired = [...new Set([...samples, ' ', 'a', '1'])].slice(0, maxPaired);
  for (const one of paired) for (const other of paired) units.add(one + other);
  for (const unit of units) repeated.push({ before: '', unit });
  return repeated.flatMap((text) => ['', '\u0001'].map((after) => ({ ...text, after })));
}

/** Writes a text with about that many characters. */
export function textOfLength({ before, unit, after }: RepetitiveText, length: number): string {
  return before + unit.repeat(Math.ceil(length / unit.length)) + after;
}

const ordinary = [...'aA1_ \n.-/"\'<{\\é', 'a.', 'a ', '1.', '"a', 'a\\"'];
const longestUnit = 6;
const maxPaired = 10;

const token = /\\u\{?[\dA-Fa-f]+\}?|\\[pP]\{[^}]*\}|\\[kc]?.|\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|:|<\w+>)|./gsu;
const structure = /^(?:[()|*+?^$]|\(\?.*|\\[bBk\d])$/u;

/** A text for each character or class that an expression consists of, in its order. */
function samplesOf(source: string): readonly string[] {
  const parts = source.replace(/\{\d+(?:,\d*)?\}/g, '').match(token) ?? [];
  return parts.filter((part) => !structure.test(part)).flatMap((part) => sampleOf(part) ?? []);
}

function sampleOf(part: string): string | undefined {
  if (part === '{' || part === '}') return part;
  try {
    const single = new RegExp(`^(?:${part})$`, 'su');
    return candidates.find((character) => single.test(character));
  } catch {
    // A part of nested classes; the ordinary texts remain.
    return undefined;
  }
}

const ascii = Array.from({ length: 126 }, (_, code) => String.fromCharCode(code + 1));
const candidates = ['a', '1', ' ', ...ascii, 'é', '\u2028', '😀'];
