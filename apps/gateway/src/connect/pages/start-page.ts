import type { Connector } from '@connectory/connector-sdk';
import { type DirectActionName, type Effect, effectOf } from '@connectory/connector-sdk/engine';
import { type Errors, type Html, html, type Input, labelOf, type Page, writeErrors, writeInputs } from './page.ts';

/** The contents of the first page of a link. */
export interface StartPage {
  readonly vendor: string;
  readonly workspace: string;
  readonly isAgain: boolean;
  /** Whether the vendor has a consent page; otherwise the page requests keys. */
  readonly consents: boolean;
  /** The connector's description of this authentication alternative. */
  readonly description: string;
  readonly documentation: string;
  readonly abilities: Abilities;
  readonly inputs: readonly Input[];
  readonly given: URLSearchParams;
  readonly errors: Errors;
  readonly problem: string | null;
  /** The URL to return to, marked as not connected; null if unknown. */
  readonly back: string | null;
  readonly action: string;
  readonly formToken: string;
}

/** The first page: who requests what, with the way to consent or the form for keys. */
export function startPage(page: StartPage): Page {
  const { vendor, workspace, isAgain, consents, inputs, given, errors, problem } = page;
  return {
    status: errors.size > 0 ? 422 : 200,
    title: isAgain ? `Connect ${vendor} again` : `Connect ${vendor}`,
    body: html`${writeErrors(problem, inputs, errors)}
<p><strong>${workspace}</strong> asks you to connect ${isAgain ? 'the account you connected before at' : 'your account at'} <strong>${vendor}</strong>.</p>
<h2>What this allows</h2>
${writeAbilities(page)}
<h2>What to do</h2>
<form method="post" action="${page.action}">
<input type="hidden" name="form_token" value="${page.formToken}">
<input type="hidden" name="begin" value="yes">
${consents ? consentSteps(page) : keySteps(page)}
${writeInputs(
  inputs.filter(({ required }) => required),
  given,
  errors,
)}
${furtherInputs(
  inputs.filter(({ required }) => !required),
  given,
  errors,
)}
<p><button type="submit">${consents ? `Continue to ${vendor}` : 'Check and connect'}</button></p>
</form>
<p class="hint">If you do not know who sent you the link, close this page: nothing is connected.</p>
${page.back !== null && html`<p><a rel="noreferrer" href="${page.back}">Go back without connecting</a></p>`}
`,
  };
}

function furtherInputs(inputs: readonly Input[], given: URLSearchParams, errors: Errors): Html | null {
  if (inputs.length === 0) return null;
  const isOpen = inputs.some(({ name }) => errors.has(name));
  return html`<details${isOpen && html` open`}><summary>More settings</summary>${writeInputs(inputs, given, errors)}</details>`;
}

function writeAbilities({ workspace, vendor, abilities, consents }: StartPage): Html {
  const { reads, changes, deletes, outward } = abilities;
  return html`<p>People and programs of ${workspace} that are given the right will be able to:</p>
<ul>
${reads !== null && html`<li>read ${reads}</li>`}
${changes !== null && html`<li>add and change ${changes}</li>`}
${deletes !== null && html`<li>delete ${deletes}</li>`}
${outward !== null && html`<li>send to people or spend money: ${outward}</li>`}
</ul>
${consents && html`<p>Your password stays with ${vendor}.</p>`}
`;
}

const consentSteps = ({ vendor }: StartPage): Html =>
  html`<p>${vendor} will ask you to sign in and to agree. Then you return here, and the connection is tested.</p>`;

const keySteps = ({ vendor, description, documentation }: StartPage): Html =>
  html`<ol>
<li>Sign in to ${vendor} and get the keys: ${description}. <a href="${documentation}" target="_blank" rel="noopener noreferrer">Documentation of ${vendor} (opens in a new tab)</a></li>
<li>Enter them below. They are stored encrypted and never shown again.</li>
<li>The connection is tested immediately, and you see whether it works.</li>
</ol>`;

const maxNamed = 8;

/** What can be done with the accounts of a connector: for each kind of action the entities it applies to, null if there are none. */
export interface Abilities {
  readonly reads: string | null;
  readonly changes: string | null;
  readonly deletes: string | null;
  readonly outward: string | null;
}

/** Returns what the actions of a connector can do. */
export function abilitiesOf({ entities }: Connector): Abilities {
  const named = (effect: Effect): string | null => {
    const names = entities
      .filter(({ actions }) =>
        Object.entries(actions).some(([name, action]) => effectOf(name as DirectActionName, action) === effect),
      )
      .map(({ name }) => labelOf(name).toLowerCase());
    if (names.length === 0) return null;
    const shown = names.slice(0, maxNamed);
    const rest = names.length - shown.length;
    return rest === 0 ? shown.join(', ') : `${shown.join(', ')} and ${rest} more`;
  };
  return { reads: named('read'), changes: named('write'), deletes: named('delete'), outward: named('outward') };
}
