import type { Effect } from '@connectory/connector-sdk/engine';
import { allowedEffects, type HoldPolicy, type Policy, type Principal } from '@connectory/control-plane';
import { dataSentences } from './data-rights.ts';

const deeds: Readonly<Record<Effect, string>> = {
  read: 'reads records',
  write: 'creates and changes records',
  delete: 'deletes records',
  outward: 'reaches people or systems beyond the vendor, such as by a message or a payment',
};

const maxNames = 8;

/** What the caller of a request may do, in a few plain sentences. */
export const rightsOf = (principal: Principal): string =>
  principal.kind === 'admin'
    ? 'Creates and deletes workspaces, and manages each of them; runs no actions.'
    : policyRights(principal.policy);

/** What a signed-in person may do, apart from what the roles allow. */
export const personRights = 'Acts in each workspace as the role there allows.';

/** What a policy allows, in a few plain sentences for people. */
export const policyRights = (policy: Policy): string => policySentences(policy).join(' ');

/** The sentences of what a policy allows. */
export function policySentences(policy: Policy): readonly string[] {
  const { manage, connectors, entities, actions, maxRecords, callsPerMinute, callsPerDay } = policy;
  const rates = [
    ...(callsPerMinute === undefined ? [] : [`${inWords(callsPerMinute)} calls per minute`]),
    ...(callsPerDay === undefined ? [] : [`${inWords(callsPerDay)} calls per day`]),
  ].join(' and ');
  const isUseless = [connectors, entities, actions].some((names) => names?.length === 0);
  const use = isUseless
    ? ['Runs no actions']
    : [
        effectsText(policy),
        ...namesText('Only connections or connectors named', connectors),
        ...namesText('Only the entities', entities),
        ...namesText('Only the actions', actions),
        ...(maxRecords === undefined ? [] : [`At most ${inWords(maxRecords)} records per call`]),
      ];
  return [
    ...use,
    ...(isUseless ? [] : dataSentences(policy)),
    ...(policy.hold === undefined ? [] : [holdText(policy.hold)]),
    ...(rates === '' ? [] : [`At most ${rates}`]),
    ...(manage === true ? ['Manages the workspace: connections, tokens, synchronization and audit'] : []),
    ...(policy.approve === true ? ['Approves held writes'] : []),
  ].map((sentence) => `${sentence}.`);
}

function effectsText(policy: Policy): string {
  const allowed = allowedEffects(policy);
  if (allowed.length === 0) return 'Runs no actions';
  if (allowed.length === 1 && allowed[0] === 'read') return 'Reads records; changes nothing';
  if (allowed.length === Object.keys(deeds).length) return 'Runs every action';
  const done = allowed.map((effect) => deeds[effect]);
  const text = [done.slice(0, -1).join(', '), ...done.slice(-1)].filter((part) => part !== '').join(', and ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const heldDeeds: Readonly<Record<Effect, string>> = {
  read: 'reads',
  write: 'creating and changing records',
  delete: 'deleting records',
  outward: 'reaching people or systems beyond the vendor',
};

function holdText({ effects, entities, when, secondPerson }: HoldPolicy): string {
  const of = entities === undefined ? '' : ` of ${entities.slice(0, maxNames).join(', ')}`;
  const some = when === undefined ? '' : ' with certain parameters';
  const by = secondPerson === true ? ' by a second person' : '';
  const deeds = effects.map((effect) => heldDeeds[effect]).join(' and ');
  return `${deeds.charAt(0).toUpperCase()}${deeds.slice(1)}${of}${some} waits for approval${by}`;
}

function namesText(start: string, names: readonly string[] | undefined): readonly string[] {
  if (names === undefined) return [];
  const rest = names.length - maxNames;
  return [`${start} ${names.slice(0, maxNames).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`];
}

const inWords = (count: number) => count.toLocaleString('en');
