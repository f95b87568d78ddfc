import { ownMember } from '@connectory/connector-sdk';

const maxLength = 200;
const maxValues = 5;
const maxDepth = 4;

/** A filter of the search language in words that follow "with": `group_id 7 and status open`; null for one that is too long or too unusual. */
export function conditionWords(filter: Readonly<Record<string, unknown>>): string | null {
  const words = wordsOf(filter, 1);
  return words === null || words.text.length > maxLength ? null : words.text;
}

/** Words, and whether several conditions are joined in them. */
interface Words {
  readonly text: string;
  readonly isJoined: boolean;
}

const simple = (text: string): Words => ({ text, isJoined: false });

function wordsOf(filter: unknown, depth: number): Words | null {
  if (!isObject(filter) || depth > maxDepth) return null;
  const parts = Object.entries(filter).flatMap(([operator, operand]) => operatorWords(operator, operand, depth));
  return joined(parts, 'and');
}

function operatorWords(operator: string, operand: unknown, depth: number): readonly (Words | null)[] {
  if (operator === 'and' || operator === 'or') {
    if (!Array.isArray(operand)) return [null];
    return [
      joined(
        operand.slice(0, maxValues + 1).map((one) => wordsOf(one, depth + 1)),
        operator,
      ),
    ];
  }
  if (operator === 'not') {
    const inner = wordsOf(operand, depth + 1);
    return [inner && simple(`not ${inParentheses(inner)}`)];
  }
  const compared = ownMember(comparisons, operator);
  if (compared === undefined || !isObject(operand)) return [null];
  return Object.entries(operand).map(([field, value]) => {
    const text = compared(field, value);
    return text === null ? null : simple(text);
  });
}

function joined(parts: readonly (Words | null)[], by: 'and' | 'or'): Words | null {
  const known = parts.filter((part) => part !== null);
  const [only] = known;
  if (only === undefined || known.length < parts.length || known.length > maxValues) return null;
  return known.length === 1 ? only : { text: known.map(inParentheses).join(` ${by} `), isJoined: true };
}

const inParentheses = ({ text, isJoined }: Words) => (isJoined ? `(${text})` : text);

type Comparison = (field: string, value: unknown) => string | null;

const compared =
  (word: string): Comparison =>
  (field, value) => {
    const text = valueWords(value);
    return text === null ? null : `${field} ${word}${text}`;
  };

const comparisons: Readonly<Record<string, Comparison>> = {
  eq: (field, value) => (value === null ? `no ${field}` : compared('')(field, value)),
  neq: (field, value) => (value === null ? `any ${field}` : compared('other than ')(field, value)),
  gt: compared('above '),
  gte: compared('from '),
  lt: compared('below '),
  lte: compared('up to '),
  like: compared('like '),
  contains: (field, value) => {
    const text = valueWords(value);
    return text === null ? null : `${text} in ${field}`;
  },
  in: (field, values) => {
    if (!Array.isArray(values) || values.length === 0 || values.length > maxValues) return null;
    const texts = values.map(valueWords);
    if (texts.includes(null)) return null;
    return `${field} ${[texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter((text) => text !== '').join(' or ')}`;
  },
};

function valueWords(value: unknown): string | null {
  if (typeof value === 'string') return /^[\p{L}\p{N}._@-]+$/u.test(value) ? value : JSON.stringify(value);
  return ['number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
