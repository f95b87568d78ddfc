import type { ServedDocument } from './served-documents.ts';

/** Fills the menu at the top with a link to each document, and marks the open one. */
export function fillDocumentMenu(documents: readonly ServedDocument[], open: ServedDocument | undefined): void {
  const menu = elementOf('documents');
  const items = documents.map(({ name, page }) => {
    const link = Object.assign(document.createElement('a'), { href: page, textContent: name });
    if (page === open?.page) link.setAttribute('aria-current', 'page');
    const item = document.createElement('li');
    item.append(link);
    return item;
  });
  menu.querySelector('ul')?.replaceChildren(...items);
  elementOf('chosen').textContent = open?.name ?? '…';
  elementOf('source').setAttribute('href', open?.source ?? '/openapi.json');
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    menu.removeAttribute('open');
    menu.querySelector('summary')?.focus();
  });
}

/** Returns an element of index.html by its id. */
export function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`index.html has no element "${id}".`);
  return element;
}
