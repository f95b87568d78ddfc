import { allowedEffects, type Policy } from '@connectory/control-plane';
import { type Html, html, type Page } from '../connect/pages/page.ts';
import { policySentences } from '../tokens/policy-rights.ts';
import type { AuthorizeRequest } from './authorize-request.ts';
import { placeOf } from './client-metadata.ts';
import { authorizationPaths } from './server-metadata.ts';

/** What every page of a consent shows and carries. */
interface ConsentPage {
  readonly request: AuthorizeRequest;
  /** The sealed state of the form. */
  readonly state: string;
  readonly problem: string | null;
}

const form = ({ state }: ConsentPage, content: Html): Html =>
  html`<form method="post" action="${authorizationPaths.authorize}">
<input type="hidden" name="consent" value="${state}">
${content}
</form>
`;

const problemOf = ({ problem }: ConsentPage) =>
  problem !== null && html`<div class="problem" role="alert" tabindex="-1" autofocus><p>${problem}</p></div>`;

const statusOf = ({ problem }: ConsentPage) => (problem === null ? 200 : 422);

/** Who asks, and where access would go: the name is what the client says, the place is certain. */
function clientWords({ clientId, clientName, redirectUri }: AuthorizeRequest): Html {
  const described =
    clientId.startsWith('https://') && html` It is described at <strong>${new URL(clientId).host}</strong>.`;
  return html`<p>A program that calls itself <strong>${clientName}</strong> asks to act for you. Access goes to <strong>${placeOf(redirectUri)}</strong>.${described}</p>
<p class="hint">Continue only if you have just asked that program to connect. Otherwise close this page: nothing is granted.</p>
`;
}

/** The page on which a person says who decides: by signing in, if people can, or with a token. */
export function identifyPage(page: ConsentPage & { readonly signInUrl: string | null }): Page {
  const { request, signInUrl } = page;
  return {
    status: statusOf(page),
    title: `Connect ${request.clientName}`,
    body: html`${problemOf(page)}${clientWords(request)}
${
  signInUrl !== null &&
  html`<p><a class="button" href="${signInUrl}">Sign in</a></p>
<h2>Or use a token</h2>`
}
${form(
  page,
  html`<div class="field">
<label for="token">Token of your workspace</label>
<p class="hint" id="token-hint">It begins with cty_. The program does not get it: it gets access of its own, which allows no more and ends with the token.</p>
<input type="password" id="token" name="token" required autocomplete="off" spellcheck="false" maxlength="512" aria-describedby="token-hint">
</div>
<p><button type="submit">Continue</button></p>`,
)}
`,
  };
}

/** The page on which a person with several workspaces chooses one. */
export function workspacePage(
  page: ConsentPage & { readonly workspaces: readonly { readonly id: string; readonly name: string }[] },
): Page {
  return {
    status: statusOf(page),
    title: `Connect ${page.request.clientName}`,
    body: html`${problemOf(page)}${clientWords(page.request)}
${form(
  page,
  html`<fieldset>
<legend>In which workspace?</legend>
${page.workspaces.map(
  ({ id, name }) =>
    html`<label class="choice"><input type="radio" name="workspace" value="${id}" required> <span>${name}</span></label>
`,
)}
</fieldset>
<p><button type="submit">Continue</button></p>`,
)}
`,
  };
}

/** How long a grant lasts at most, in days; 0 for as long as it is used. */
export const grantDays = [0, 1, 7, 90] as const;

const lasting: Readonly<Record<(typeof grantDays)[number], string>> = {
  0: 'Until it is not used for 30 days',
  1: 'One day',
  7: 'One week',
  90: '90 days',
};

/** The contents of the page on which a person decides. */
export interface DecisionPage extends ConsentPage {
  /** Who decides, in words: a person, or a token. */
  readonly decider: string;
  readonly workspace: string;
  /** What the program gets unless the person lowers it. */
  readonly policy: Policy;
  /** The connections to choose from; null if there are too many to show. */
  readonly connections: readonly string[] | null;
}

/** The page on which a person sees what a client could do, lowers it, and decides. */
export function decisionPage(page: DecisionPage): Page {
  const { request, decider, workspace, policy, connections } = page;
  return {
    status: statusOf(page),
    title: `Allow ${request.clientName}?`,
    body: html`${problemOf(page)}${clientWords(request)}
<p>You decide as <strong>${decider}</strong> in the workspace <strong>${workspace}</strong>.</p>
<h2>What it could do</h2>
<ul>${sentencesOf(policy).map((sentence) => html`<li>${sentence}</li>`)}</ul>
<p class="hint">It can never do more than you, and neither manage the workspace nor approve held writes.</p>
${form(
  page,
  html`${restrictions(policy)}${connectionChoices(connections)}
<div class="field">
<label for="days">How long</label>
<select id="days" name="days">${grantDays.map((days) => html`<option value="${days}">${lasting[days]}</option>`)}</select>
</div>
<p><button type="submit" name="decision" value="allow">Allow</button> <button type="submit" name="decision" value="deny">Do not allow</button></p>`,
)}
<p class="hint">You can end this at any time: it is in the list of tokens of the workspace.</p>
`,
  };
}

/** What a client would get of a policy, sentence by sentence. */
const sentencesOf = ({ manage: _manage, approve: _approve, ...policy }: Policy): readonly string[] =>
  policySentences(policy);

function restrictions(policy: Policy): Html | null {
  const allowed = allowedEffects(policy);
  const choices = [
    ['read_only', 'Only read', allowed.some((effect) => effect !== 'read')],
    ['no_delete', 'Delete nothing', allowed.includes('delete')],
    ['no_outward', 'Reach nobody outside: no messages, no payments', allowed.includes('outward')],
  ] as const;
  const offered = choices.filter(([, , isOffered]) => isOffered);
  if (offered.length === 0) return null;
  return html`<fieldset>
<legend>Allow less</legend>
${offered.map(
  ([
    name,
    words,
  ]) => html`<label class="choice"><input type="checkbox" name="${name}" value="yes"> <span>${words}</span></label>
`,
)}
</fieldset>`;
}

function connectionChoices(connections: readonly string[] | null): Html | null {
  if (connections === null || connections.length === 0) return null;
  return html`<fieldset>
<legend>Only these connections</legend>
<p class="hint">If all are chosen, those that you may use later are included.</p>
${connections.map(
  (
    name,
  ) => html`<label class="choice"><input type="checkbox" name="connection" value="${name}" checked> <span>${name}</span></label>
`,
)}
</fieldset>`;
}
