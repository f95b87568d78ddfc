import { scrolling } from './highlight.ts';

/** The same call in every language, each with its name as the tabs show it and the language of its block. */
export interface CodeInLanguages {
  readonly curl: string;
  readonly typescript: string;
  readonly python: string;
  readonly cli: string;
}

const tabs: readonly (readonly [language: keyof CodeInLanguages, label: string, block: string])[] = [
  ['curl', 'curl', 'sh'],
  ['typescript', 'TypeScript', 'ts'],
  ['python', 'Python', 'py'],
  ['cli', 'CLI', 'sh'],
];

/**
 * Markdown of code in tabs, one per language. `name` tells its tabs from others of the page. Style sheet and theme show the block of the
 * language that the reader has chosen, in all tabs at once.
 */
export function codeTabs(name: string, code: CodeInLanguages): string {
  const choices = tabs.map(([language, label]) => {
    const checked = language === 'curl' ? ' checked' : '';
    return `<label><input type="radio" name="${name}.language" value="${language}"${checked}>${label}</label>`;
  });
  return [
    `<div class="code-tabs">\n<fieldset><legend>Language</legend>${choices.join('')}</fieldset>`,
    ...tabs.map(
      ([language, , block]) =>
        `<div class="code-${language}">\n\n\`\`\`${block} ${scrolling}\n${code[language]}\n\`\`\`\n\n</div>`,
    ),
    '</div>',
  ].join('\n');
}
