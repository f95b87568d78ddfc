import { type Html, html } from './html.ts';

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
export type Faults = ReadonlyMap<string, string>;

/** Renders the inputs of a form, each with its label, hint and error. Secrets are never written back. */
export function writeInputs(inputs: readonly Input[], given: URLSearchParams, faults: Faults): Html {
  return html`${inputs.map((input) => writeInput(input, given.get(input.name) ?? input.initial, faults.get(input.name)))}`;
}

function writeInput(input: Input, value: string, fault: string | undefined): Html {
  const { name, label, hint, required } = input;
  const id = name.replaceAll('.', '-');
  const described = [hint === null ? '' : `${id}-hint`, fault === undefined ? '' : `${id}-fault`].join(' ').trim();
  return html`<div class="field">
<label for="${id}">${label}${!required && html` <span class="hint">(optional)</span>`}</label>
${hint !== null && html`<p class="hint" id="${`${id}-hint`}">${hint}</p>`}
${fault !== undefined && html`<p class="fault" id="${`${id}-fault`}">${label}: ${fault}</p>`}
${control(input, value, html`id="${id}" name="${name}" aria-describedby="${described}" aria-invalid="${fault === undefined ? 'false' : 'true'}"`)}
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
export function writeFaults(problem: string | null, inputs: readonly Input[], faults: Faults): Html | null {
  const shown = inputs.filter(({ name }) => faults.has(name));
  if (problem === null && shown.length === 0) return null;
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>
${problem !== null && html`<p>${problem}</p>`}
${shown.length > 0 && html`<ul>${shown.map(({ name, label }) => html`<li><a href="#${name.replaceAll('.', '-')}">${label}: ${faults.get(name) ?? ''}</a></li>`)}</ul>`}
</div>
`;
}
