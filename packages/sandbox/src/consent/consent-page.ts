import type { Reply } from '../reply.ts';
import type { ConsentRequest } from './consent-request.ts';

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; background: #f4f5f7; color: #1c2024; margin: 0 }
  main { max-width: 30rem; margin: 10vh auto; padding: 2rem; background: #fff; border-radius: 12px; box-shadow: 0 1px 4px #0002 }
  h1 { font-size: 1.25rem; margin: 0 0 1rem }
  ul { max-height: 16rem; overflow: auto }
  code { overflow-wrap: anywhere }
  button { font: inherit; padding: .5rem 1.25rem; border-radius: 8px; border: 1px solid #8b929a; background: #fff; cursor: pointer }
  button[value=allow] { background: #1d6f42; border-color: #1d6f42; color: #fff }
  footer { margin-top: 1.5rem; font-size: .85rem; color: #5b626a }`;

/** The consent page. Its form is sent to the URL of the page, with `decision` allow or deny. */
export function consentPage(vendor: string, account: string, { clientId, redirectUri, scopes }: ConsentRequest): Reply {
  const asked = scopes.map((scope) => `<li><code>${escaped(scope)}</code></li>`).join('');
  const asks =
    asked === '' ? '<p>It asks for access to the whole account.</p>' : `<p>It asks for:</p><ul>${asked}</ul>`;
  return htmlReply(
    200,
    `${vendor}: allow access?`,
    `<p>The application <strong>${escaped(clientId)}</strong> wants to use the account <strong>${escaped(account)}</strong>.</p>
${asks}
<form method="post"><button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></form>
<footer>You will be sent to ${escaped(new URL(redirectUri).origin)}. This page is a simulation: nothing leaves this machine.</footer>`,
  );
}

/** The page for a request whose error the vendor shows to the user instead of redirecting. */
export function unsafePage(vendor: string, message: string): Reply {
  return htmlReply(400, `${vendor}: this request cannot be answered`, `<p>${escaped(message)}</p>`);
}

function htmlReply(status: number, title: string, content: string): Reply {
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>
${content}
</main></body></html>
`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }, body };
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
