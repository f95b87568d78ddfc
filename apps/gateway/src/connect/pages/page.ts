import { createHash } from 'node:crypto';

/** HTML that is ready to be sent. Only `html` creates it, and escapes everything that is not HTML yet. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type { Html };

/** A value in a template; null and false render as nothing. */
type Part = Html | string | number | null | false | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function written(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === null || part === false) return '';
  if (typeof part === 'object') return part.map(written).join('');
  return String(part)
    .toWellFormed()
    .replace(/[&<>"'`]/g, (character) => entities[character] as string)
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (character) => (character === '\n' ? character : '\ufffd'));
}

/** Creates HTML from a template. Every string value is escaped, for content and for quoted attributes alike. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(template.map((text, at) => (at === 0 ? text : written(parts[at - 1] ?? null) + text)).join(''));
}

/** A page to send. */
export interface Page {
  readonly status: number;
  readonly title: string;
  readonly body: Html;
  /** Where the browser continues automatically, after this many seconds. */
  readonly onwards?: { readonly url: string; readonly seconds: number };
  /** Whose page it is; by default of the gateway of somebody who sent a link. */
  readonly footer?: string;
}

const style = `
:root { color-scheme: light dark; --text: #1b1f24; --quiet: #4b5563; --back: #f4f5f7; --card: #fff; --line: #6b7280; --act: #1d4ed8; --on-act: #fff; --bad: #b42318; --good: #166534; }
@media (prefers-color-scheme: dark) { :root { --text: #f0f2f5; --quiet: #b6bec9; --back: #14171b; --card: #1e2228; --line: #8b95a3; --act: #8ab4ff; --on-act: #10131a; --bad: #ff9d92; --good: #86e0a3; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 34rem; margin: 0 auto; padding: 1.25rem; background: var(--card); border-radius: .75rem; }
h1 { margin: 0 0 .75rem; font-size: 1.4rem; line-height: 1.25; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.05rem; }
p, ul { margin: 0 0 .75rem; }
ul, ol { padding-left: 1.25rem; }
ol { margin: 0 0 .75rem; }
a { color: var(--act); }
label, legend { display: block; font-weight: 600; }
fieldset { margin: 1rem 0; padding: 0; border: 0; }
.field { margin: 1rem 0; }
.hint, footer { color: var(--quiet); font-size: .9rem; }
.hint { margin: 0 0 .35rem; }
.error { color: var(--bad); margin: .25rem 0; }
.problem { padding: .75rem 1rem; border: 2px solid var(--bad); border-radius: .5rem; margin: 0 0 1rem; }
.problem > :last-child { margin-bottom: 0; }
.done { color: var(--good); }
input[type=text], input[type=password], input[type=number], select { width: 100%; padding: .6rem .7rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; }
.choice { display: flex; gap: .6rem; align-items: baseline; padding: .4rem 0; font-weight: 400; }
.choice input { flex: none; }
button, .button { display: inline-block; padding: .7rem 1.2rem; font: inherit; font-weight: 600; color: var(--on-act); background: var(--act); border: 0; border-radius: .5rem; cursor: pointer; text-decoration: none; }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
summary { cursor: pointer; padding: .3rem 0; }
footer { max-width: 34rem; margin: 1rem auto 0; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Headers of every page: no scripts, no external resources, no framing, no referrer and no caching. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

const linkFooter = 'This page belongs to the Connectory gateway of the person who sent you the link.';

/** Renders a page. */
export function writePage({ title, body, onwards, footer = linkFooter }: Page): string {
  const refresh = onwards && html`<meta http-equiv="refresh" content="${`${onwards.seconds}; url=${onwards.url}`}">`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${refresh ?? null}
${styleElement}
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
<footer>${footer}</footer>
</body>
</html>
`.text;
}

// A separate template, because its content is constant and its quotes must not be escaped.
const styleElement = html(Object.assign([`<style>${style}</style>`], { raw: [style] }));

/** One question of a form. */
export interface Input {
  /** Its name in the form: `credentials.api_key`, `settings.region`. */
  readonly name: string;
  readonly label: string;
  readonly hint: string | null;
  readonly kind: 'text' | 'secret' | 'number' | 'switch' | 'choice';
  readonly choices: readonly string[];
  readonly required: boolean;
  /** Initial value. */
  readonly initial: string;
}

/** What is wrong with the values, by name of the input. */
export type Errors = ReadonlyMap<string, string>;

/** Renders the inputs of a form, each with its label, hint and error. Secrets are never written back. */
export function writeInputs(inputs: readonly Input[], given: URLSearchParams, errors: Errors): Html {
  return html`${inputs.map((input) => writeInput(input, given.get(input.name) ?? input.initial, errors.get(input.name)))}`;
}

function writeInput(input: Input, value: string, error: string | undefined): Html {
  const { name, label, hint, required } = input;
  const id = name.replaceAll('.', '-');
  const described = [hint === null ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].join(' ').trim();
  return html`<div class="field">
<label for="${id}">${label}${!required && html` <span class="hint">(optional)</span>`}</label>
${hint !== null && html`<p class="hint" id="${`${id}-hint`}">${hint}</p>`}
${error !== undefined && html`<p class="error" id="${`${id}-error`}">${label}: ${error}</p>`}
${control(input, value, html`id="${id}" name="${name}" aria-describedby="${described}" aria-invalid="${error === undefined ? 'false' : 'true'}"`)}
</div>
`;
}

function control({ kind, choices, required }: Input, value: string, attributes: Html): Html {
  const needed = required && html` required`;
  switch (kind) {
    case 'secret':
      return html`<input type="password" ${attributes}${needed} autocomplete="off" spellcheck="false" maxlength="8192">`;
    case 'choice':
      return html`<select ${attributes}${needed}>${choices.map(
        (choice) => html`<option value="${choice}"${choice === value && html` selected`}>${choice}</option>`,
      )}</select>`;
    case 'switch':
      return html`<input type="checkbox" ${attributes} value="true"${value === 'true' && html` checked`}>`;
    default:
      return html`<input type="text" ${attributes}${needed} value="${value}" autocomplete="off" spellcheck="false" maxlength="2000"${kind === 'number' && html` inputmode="numeric"`}>`;
  }
}

/** Renders the list of errors, which comes first on the page. */
export function writeErrors(problem: string | null, inputs: readonly Input[], errors: Errors): Html | null {
  const shown = inputs.filter(({ name }) => errors.has(name));
  if (problem === null && shown.length === 0) return null;
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>
${problem !== null && html`<p>${problem}</p>`}
${shown.length > 0 && html`<ul>${shown.map(({ name, label }) => html`<li><a href="#${name.replaceAll('.', '-')}">${label}: ${errors.get(name) ?? ''}</a></li>`)}</ul>`}
</div>
`;
}

const spelled: Readonly<Record<string, string>> = {
  api: 'API',
  id: 'ID',
  ids: 'IDs',
  url: 'URL',
  sid: 'SID',
  oauth: 'OAuth',
};

/** The display name of a field or entity: `api_key` becomes `API key`. */
export function labelOf(name: string): string {
  const text = name
    .split('_')
    .map((word) => spelled[word] ?? word)
    .join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
