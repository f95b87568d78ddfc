import { scrolling } from './highlight.ts';

/** The same call in every language: the label of its tab, the language of its block, and the code. */
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
 * Markdown for code in tabs, one per language. `name` distinguishes the tabs from others on the page. Style sheet and theme show the
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
