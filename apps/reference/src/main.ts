import './bar.css';
import { elementOf, fillDocumentMenu } from './document-menu.ts';
import { documentAt, load, servedDocuments } from './served-documents.ts';
import { withoutMarkup } from './text-without-markup.ts';

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
