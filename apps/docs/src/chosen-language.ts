/** Where the browser keeps the language whose code tabs are shown. */
export const languageKey = 'connectory-docs-language';

/** A script that says on the root element which language is chosen, before anything is painted; `curl` until somebody has chosen. */
export const showChosenLanguage = `document.documentElement.dataset.language = 'curl';
try {
  document.documentElement.dataset.language = localStorage.getItem('${languageKey}') ?? 'curl';
} catch {}`;
