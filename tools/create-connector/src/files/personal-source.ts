import type { EntityDraft } from '../connector-draft.ts';

/** The file with the marks of personal data. Only of ids it is known that they hold none. */
export function personalSource(entities: readonly EntityDraft[]): string {
  const names = [...new Set(entities.flatMap(({ texts }) => texts))].toSorted();
  const lists = [
    // An author who overlooks a field hides too much of it rather than too little.
    ['free_text', names.filter((name) => !idName.test(name))],
    ['none', names.filter((name) => idName.test(name))],
  ] as const;
  const members = lists.flatMap(([kind, list]) => (list.length === 0 ? [] : [`  ${kind}: \`${wrapped(list)}\`,`]));
  return `import type { PersonalFields } from '@connectory/connector-sdk';

/** Which fields hold personal data. */
export const personal: PersonalFields = {
  // Nobody has judged these fields yet: move each to the kind that it holds (name, contact, address, identity, payment, online, picture), or to none.
  // Only texts that people write remain. A mark holds for every field of that name; "items.name" is the one of items.
${members.join('\n')}
};
`;
}

const idName = /^(id|gid|guid|uuid)$|_(id|gid|guid|uuid)s?$|[a-z](Id|Gid|Guid|Uuid)s?$/;

const maxWidth = 100;

/** The names within a template literal, on several lines if they do not fit on one. */
function wrapped(names: readonly string[]): string {
  const lines = [''];
  for (const name of names.map((one) => one.replaceAll(/[`\\]|\$\{/g, '\\$&'))) {
    const line = `${lines.at(-1)} ${name}`.trimStart();
    if (line.length <= maxWidth) lines[lines.length - 1] = line;
    else lines.push(name);
  }
  const filled = lines.filter((line) => line !== '');
  return filled.length === 1 ? filled.join('') : `\n    ${filled.join('\n    ')}`;
}
