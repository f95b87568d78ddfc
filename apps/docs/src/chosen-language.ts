/** The key under which the browser stores the chosen language of code tabs. */
export const languageKey = 'connectory-docs-language';

/** A script that sets the chosen language on the root element before the first paint; `curl` by default. */
export const showChosenLanguage = `document.documentElement.dataset.language = 'curl';
try {
  document.documentElement.dataset.language = localStorage.getItem('${languageKey}') ?? 'curl';
} catch {}`;
