import { inBrowser, onContentUpdated } from 'vitepress';
import { languageKey } from '../../src/chosen-language.ts';

/** Shows the code of the language chosen last in the tabs of every page; the style sheet reads the attribute of the root element. */
export function followChosenLanguage(): void {
  onContentUpdated(checkTabs);
  if (inBrowser) addEventListener('change', choose);
}

const tabs = () => document.querySelectorAll<HTMLInputElement>('.code-tabs input');

function choose({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || target.closest('.code-tabs') === null) return;
  const before = target.getBoundingClientRect().top;
  document.documentElement.dataset.language = target.value;
  checkTabs();
  // The code above may have changed its height.
  scrollBy(0, target.getBoundingClientRect().top - before);
  try {
    localStorage.setItem(languageKey, target.value);
  } catch {
    // The browser has no storage.
  }
}

function checkTabs(): void {
  const { language } = document.documentElement.dataset;
  for (const tab of tabs()) tab.checked = tab.value === language;
}
