import type { LikePattern } from './condition.ts';
import { fold } from './words.ts';

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
