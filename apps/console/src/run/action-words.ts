/** The first clause of a summary, and the rest as a sentence: the title of an action, and what else is to be known about it. */
export function titleOf(summary: string): { readonly title: string; readonly rest: string } {
  const [title = summary, ...others] = summary.split(';');
  const rest = others.join(';').trim();
  return { title, rest: rest === '' ? '' : `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.` };
}

const irregular: Readonly<Record<string, string>> = {
  buy: 'bought',
  make: 'made',
  pin: 'pinned',
  send: 'sent',
  set: 'set',
};
const command =
  /^(?:\w+ly )?(?<verb>[A-Z]?[a-z]+) (?:an?|the|one) (?<object>[\w-]+(?: (?!\w+ly\b|(?:and|for|from|in|of|on|or|that|to|whose|with|without)\b)[\w-]+)*)/;

/** What a summary asks for, as done: `Create a customer` becomes `Customer created`. */
export function doneText(summary: string): string {
  const { title } = titleOf(summary);
  const { verb = '', object } = command.exec(title)?.groups ?? {};
  if (object === undefined) return `Done: ${title}`;
  const base = verb.toLowerCase();
  const past = irregular[base] ?? `${base.replace(/e$/, '')}ed`;
  return `${object.charAt(0).toUpperCase()}${object.slice(1)} ${past}`;
}
