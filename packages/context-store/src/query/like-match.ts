import type { LikePattern } from './condition.ts';
import { fold } from './stored-text.ts';

/** Whether a whole folded text matches a like pattern. The cost depends only on the length of the text. */
export function matchesLike(pattern: LikePattern, foldedText: string): boolean {
  return pattern.some((part) => typeof part !== 'string' && part.wildcard === 'one')
    ? matchesByState(pattern, foldedText)
    : matchesInOrder(pattern, foldedText);
}

// Without `_` the earliest place of each text is always the right one.
function matchesInOrder(pattern: LikePattern, foldedText: string): boolean {
  const last = pattern.length - 1;
  let from = 0;
  for (const [index, part] of pattern.entries()) {
    if (typeof part !== 'string') continue;
    if (index === 0) {
      if (!foldedText.startsWith(part)) return false;
      from = part.length;
      if (last === 0) return foldedText.length === part.length;
    } else if (index === last) return foldedText.length - part.length >= from && foldedText.endsWith(part);
    else {
      const place = foldedText.indexOf(part, from);
      if (place === -1) return false;
      from = place + part.length;
    }
  }
  return true;
}

/**
 * Shift-and: bit i of the state means that the pattern up to symbol i can end at this position of the text. A `many` keeps its bit. 32
 * symbols are advanced at once.
 */
function matchesByState(pattern: LikePattern, foldedText: string): boolean {
  const automaton = automatonOf(pattern);
  const { size, anyCharacter, keeps, accepting, endsOpen } = automaton;
  const none = new Uint32Array(size);
  const state = new Uint32Array(size);
  state[0] = 1;
  const isAccepted = (): boolean => ((state[accepting >>> 5] ?? 0) & (1 << (accepting & 31))) !== 0;
  for (const character of foldedText) {
    if (endsOpen && isAccepted()) return true;
    const steps = automaton.steps.get(character) ?? none;
    let carry = 0;
    for (let index = 0; index < size; index += 1) {
      const before = state[index] ?? 0;
      const advanced = (before << 1) | carry;
      carry = before >>> 31;
      state[index] = (advanced & ((steps[index] ?? 0) | (anyCharacter[index] ?? 0))) | (before & (keeps[index] ?? 0));
    }
  }
  return isAccepted();
}

interface Automaton {
  /** Number of 32-bit words of a state. */
  readonly size: number;
  /** The bits each character leads to. */
  readonly steps: ReadonlyMap<string, Uint32Array>;
  /** The bits every character leads to. */
  readonly anyCharacter: Uint32Array;
  /** The bits that stay set for any character. */
  readonly keeps: Uint32Array;
  /** The bit of the whole pattern. */
  readonly accepting: number;
  readonly endsOpen: boolean;
}

function automatonOf(pattern: LikePattern): Automaton {
  const symbols: LikePattern = pattern.flatMap(
    (part): LikePattern => (typeof part === 'string' ? Array.from(part) : [part]),
  );
  const accepting = symbols.filter((symbol) => typeof symbol === 'string' || symbol.wildcard === 'one').length;
  const size = (accepting >>> 5) + 1;
  const steps = new Map<string, Uint32Array>();
  const anyCharacter = new Uint32Array(size);
  const keeps = new Uint32Array(size);
  let bit = 0;
  for (const symbol of symbols) {
    if (typeof symbol !== 'string' && symbol.wildcard === 'many') setBit(keeps, bit);
    else {
      bit += 1;
      if (typeof symbol !== 'string') setBit(anyCharacter, bit);
      else {
        const reached = steps.get(symbol) ?? new Uint32Array(size);
        setBit(reached, bit);
        steps.set(symbol, reached);
      }
    }
  }
  const end = pattern.at(-1);
  return { size, steps, anyCharacter, keeps, accepting, endsOpen: typeof end === 'object' && end.wildcard === 'many' };
}

function setBit(target: Uint32Array, bit: number): void {
  target[bit >>> 5] = (target[bit >>> 5] ?? 0) | (1 << (bit & 31));
}

type Wildcard = Exclude<LikePattern[number], string>;

const one: Wildcard = Object.freeze({ wildcard: 'one' });
const many: Wildcard = Object.freeze({ wildcard: 'many' });

/**
 * Parses a like operand: `%` is any sequence of characters, `_` one code point, and `\` escapes the next character (literal at the end). An
 * operand without a wildcard is found anywhere in the text. The pattern never has two adjacent texts or `many`, and a `many` follows
 * adjacent `one`s.
 */
export function likePattern(operand: string): LikePattern {
  const pattern: (string | Wildcard)[] = [];
  let text = '';
  let escaped = false;
  const endText = (): void => {
    if (text !== '') pattern.push(fold(text));
    text = '';
  };
  for (const character of operand) {
    if (escaped) {
      text += character;
      escaped = false;
    } else if (character === '\\') escaped = true;
    else if (character === '%' || character === '_') {
      endText();
      pattern.push(character === '%' ? many : one);
    } else text += character;
  }
  if (escaped) text += '\\';
  endText();
  if (pattern.every((part) => typeof part === 'string'))
    return Object.freeze(pattern.length === 0 ? [many] : [many, ...pattern, many]);
  return Object.freeze(ordered(pattern));
}

// `%_%` and `_%` mean the same: at least one character.
function ordered(pattern: readonly (string | Wildcard)[]): (string | Wildcard)[] {
  const result: (string | Wildcard)[] = [];
  let pending = false;
  for (const part of pattern) {
    if (typeof part === 'string') {
      if (pending) result.push(many);
      pending = false;
      result.push(part);
    } else if (part.wildcard === 'one') result.push(one);
    else pending = true;
  }
  if (pending) result.push(many);
  return result;
}
