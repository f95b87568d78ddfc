import { changingWords } from './action-words.ts';
import { wordsOf } from './words.ts';

/** What the wording of a wish reveals about the kind of action. */
export interface Intent {
  /** Whether something is to be changed or sent; undefined if the wish does not reveal it. */
  readonly changes: boolean | undefined;
  /** Words that summaries of actions have for what is to be done. */
  readonly verbs: readonly string[];
  /** Whether it is about one record that is known already. */
  readonly isAboutOne: boolean;
  /** Whether that record comes first, as in `show order 12`. */
  readonly startsWithOne: boolean;
  readonly isSearch: boolean;
  readonly isAboutFile: boolean;
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const polite =
  /^(?:(?:please|kindly|hey|hi|ok|now|then|and|just|(?:can|could|would|will) (?:you|we|i)|(?:i|we)(?:d| would)? (?:want|need|like|wish|have)(?: you)? to|(?:id|i would|wed|we would) like(?: you)? to|lets|let us|help me(?: to)?|how (?:do|can|could) (?:i|we|you)|how to|to|go ahead and|quickly) )+/;
const asking = wordSet(
  'which who whose whom what whats when where why how is are was were do does did has have had can could may show list see find search get look lookup display read view check count compare any all every everything give',
);
/** As often a thing, or the state of one, as something to be done. */
const ambiguous = wordSet(
  'merge schedule block bookmark drop fix leave resume request text call open order report post note tag file comment label issue invoice record bid message email phone answer charge discount return pin archive share draft link store save cut wish boost complete bring connect',
);
/** Those of them that are hardly the thing that is looked for when a single record is named. */
const marking = wordSet('tag label pin bookmark archive merge share block schedule fix drop mark');
/** Where the wish begins with the system it is for. */
const leadIn = /^(?:in|on|at|via|using|inside|over on) (?:the |our )?[a-z.]+ (?=[a-z]+ )/;
const toBeDone = /\b(?:needs? to|should|must|has to|have to|ought to|can|could|please) be (\w+)/;
const object =
  /^(?:an?|the|this|that|these|those|my|our|your|his|her|their|its?|him|them|me|us|all|another|one|some(?:body|one|thing)?|every(?:body|one)|new|for|to|in|off|on|up|back|\+?\d+|#\S+|@\S+|[a-z]{1,8}_\w*\d\w*|under)$/;
const aboutOne =
  /\b(?:details?|settings|id|number|(?:this|that) (?!week|month|year|quarter|morning|afternoon|evening|night|day|time|moment)\w+)\b|#?\b[a-z]{0,5}[-_]?\d{2,}\w*/;
const oneFirst =
  /^(?:(?:get|show|open|read|fetch|display|pull up|look up|see|check|give|me|us|the|details?|settings|status|of|for|a) )*[a-z]+ (?:[a-z]+ )?(?:number |id )?(?:#\d|#?[a-z_-]{0,5}\d{2})[\w-]*/;
const search = /\b(?:find|search|look(?:ing)? (?:for|up)|containing|matching|named|called|mention\w*)\b/;
const aboutFile = /\b(?:download|save|files?|attachments?|pdf|export|screenshot|image|document|cv|resume)\b/;

const verbsOf = new Map(Object.entries(changingWords).map(([word, verbs]) => [word, wordsOf(verbs)]));
const verbsByStem = new Map(Object.entries(changingWords).map(([word, verbs]) => [wordsOf(word)[0], wordsOf(verbs)]));

/** Returns what the wording of a wish reveals about the kind of action. */
export function intentOf(text: string): Intent {
  const plain = plainOf(text);
  const verbs = commandIn(text);
  const changes = verbs === undefined ? undefined : verbs.length > 0;
  return {
    changes,
    verbs: verbs ?? [],
    isAboutOne: aboutOne.test(plain),
    startsWithOne: oneFirst.test(plain),
    isSearch: search.test(plain),
    isAboutFile: aboutFile.test(plain),
  };
}

/**
 * What is to be done, in the words of summaries, taken from the first clause that is a command; empty if a question comes before it.
 * Undefined if no clause is either.
 */
function commandIn(text: string): readonly string[] | undefined {
  for (const clause of text.split(/[,;:!?()–—]+\s*|\.\s+|\s-+\s/)) {
    const words = plainOf(clause).replace(leadIn, '').replace(polite, '').split(' ');
    const command = commandOf(words);
    if (command !== undefined) return command;
  }
  const passive = toBeDone.exec(plainOf(text))?.[1];
  const verbs = passive === undefined ? undefined : verbsByStem.get(wordsOf(passive)[0] ?? '');
  return verbs;
}

function commandOf([head = '', next = '', ...more]: readonly string[]): readonly string[] | undefined {
  const verbs = verbsOf.get(head) ?? [];
  if (head === 'new') return /[^s]s$/.test(next) ? undefined : verbs;
  if (head === 'give') return next === 'me' || next === 'us' ? [] : verbs;
  if (verbs.length > 0 && (!ambiguous.has(head) || object.test(next) || (marking.has(head) && more.some(isOneThing)))) {
    return verbs;
  }
  return asking.has(head) ? [] : undefined;
}

const isOneThing = (word: string) => /\d/.test(word) || word === 'as';

const plainOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/\be-(?=mail)/g, 'e')
    .replace(/[^\p{L}\p{N}#@+_-]+/gu, ' ')
    .trim()
    .replace(/\bget rid of\b/g, 'remove')
    .replace(/\bset up\b/g, 'create');
