import './bar.css';
import { documentAt, load, type ServedDocument, servedDocuments, withoutMarkup } from './documents.ts';

const reference = elementOf('reference');

try {
  await openReference();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  say('The API reference could not be loaded', `${reason} Load the page again once the gateway answers.`);
}

async function openReference(): Promise<void> {
  const documents = await servedDocuments();
  const open = documentAt(location.pathname, documents);
  fillDocumentMenu(documents, open);
  if (open === undefined)
    return say('No such document', 'This gateway has no connector with that ID. Choose one above.');
  document.title = `${open.name} · API reference · Connectory`;
  const [content, { showReference }] = await Promise.all([
    load<Record<string, unknown>>(open.source),
    import('./show-reference.ts'),
  ]);
  reference.replaceChildren();
  showReference(reference, withoutMarkup(content));
}

function say(title: string, text: string): void {
  const main = document.createElement('main');
  main.className = 'notice';
  main.append(
    Object.assign(document.createElement('h1'), { textContent: title }),
    Object.assign(document.createElement('p'), { textContent: text, role: 'alert' }),
  );
  reference.replaceChildren(main);
}

/** Fills the menu at the top with a link to each document, and marks the open one. */
function fillDocumentMenu(documents: readonly ServedDocument[], open: ServedDocument | undefined): void {
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
function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`index.html has no element "${id}".`);
  return element;
}
