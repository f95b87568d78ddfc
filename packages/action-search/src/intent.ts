import { changingWords } from './action-words.ts';
import { wordsOf } from './words.ts';

/** What the way a wish is put tells about the kind of action it is for. */
export interface Intent {
  /** Whether something is to be changed or sent; undefined where the wish does not tell. */
  readonly changes: boolean | undefined;
  /** Words that summaries of actions have for what is to be done. */
  readonly verbs: readonly string[];
  /** Whether it is about one record that is known already. */
  readonly isAboutOne: boolean;
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
  'merge schedule block bookmark drop fix leave resume request text call open order report post note tag file comment label issue invoice record bid message email phone answer charge discount return pin archive share',
);
const object =
  /^(?:an?|the|this|that|these|those|my|our|your|his|her|their|its?|him|them|me|us|all|another|one|some(?:body|one|thing)?|every(?:body|one)|new|for|to|in|off|on|up|back|\+?\d+|#\S+|@\S+)$/;
const aboutOne =
  /\b(?:details?|settings|look up|id|number|(?:this|that) (?!week|month|year|quarter|morning|afternoon|evening|night|day|time|moment)\w+)\b|#?\b[a-z]{0,5}[-_]?\d{2,}\w*/;
const search = /\b(?:find|search|look(?:ing)? for|containing|matching|named|called|mention\w*)\b/;
const aboutFile = /\b(?:download|save|files?|attachments?|pdf|export|screenshot|image|document|cv|resume)\b/;

const verbsOf = new Map(Object.entries(changingWords).map(([word, verbs]) => [word, wordsOf(verbs)]));

/** What a wish tells about the kind of action, from the way it is put. */
export function intentOf(text: string): Intent {
  const plain = text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}#@+_-]+/gu, ' ')
    .trim()
    .replace(/\bget rid of\b/g, 'remove')
    .replace(/\bset up\b/g, 'create');
  const [head = '', next = ''] = plain.replace(polite, '').split(' ');
  const verbs = verbsOf.get(head) ?? [];
  const isCommand =
    verbs.length > 0 && head !== 'new' && head !== 'give' && (!ambiguous.has(head) || object.test(next));
  const isNew = head === 'new' && !/[^s]s$/.test(plain.replace(polite, '').split(' ')[1] ?? '');
  const givesSomething = head === 'give' && next !== 'me' && next !== 'us';
  const changes = isCommand || isNew || givesSomething ? true : asking.has(head) ? false : undefined;
  return {
    changes,
    verbs: changes === true ? verbs : [],
    isAboutOne: aboutOne.test(plain),
    isSearch: search.test(plain),
    isAboutFile: aboutFile.test(plain),
  };
}
