import type { FieldRule, HoldPolicy, Policy } from '@connectory/control-plane';
import type { PolicyBody } from './schemas.ts';

/** The policy that a body describes. */
export function fromPolicyBody({
  read_only: readOnly,
  max_records: maxRecords,
  calls_per_minute: callsPerMinute,
  calls_per_day: callsPerDay,
  hold,
  flag_instructions: flagInstructions,
  ...lists
}: PolicyBody): Policy {
  return {
    ...lists,
    ...(readOnly !== undefined && { readOnly }),
    ...(maxRecords !== undefined && { maxRecords }),
    ...(callsPerMinute !== undefined && { callsPerMinute }),
    ...(callsPerDay !== undefined && { callsPerDay }),
    ...(hold !== undefined && { hold: holdOf(hold) }),
    ...(flagInstructions !== undefined && { flagInstructions }),
  };
}

/** A policy as it is shown. */
export function toPolicyBody(policy: Policy): PolicyBody {
  const { manage, approve, readOnly, connectors, entities, actions, effects, maxRecords, callsPerMinute, callsPerDay } =
    policy;
  return {
    manage,
    approve,
    read_only: readOnly,
    connectors: connectors && [...connectors],
    entities: entities && [...entities],
    actions: actions && [...actions],
    effects: effects && { allow: effects.allow && [...effects.allow], deny: effects.deny && [...effects.deny] },
    max_records: maxRecords,
    calls_per_minute: callsPerMinute,
    calls_per_day: callsPerDay,
    hold: policy.hold && holdBody(policy.hold),
    fields: policy.fields?.map(fieldRuleBody),
    records: policy.records && [...policy.records],
    personal: policy.personal,
    detect: policy.detect,
    flag_instructions: policy.flagInstructions,
  };
}

const fieldRuleBody = ({ connector, entity, allow, drop, mask, hash }: FieldRule) => ({
  connector,
  entity,
  allow: allow && [...allow],
  drop: drop && [...drop],
  mask: mask && [...mask],
  hash: hash && [...hash],
});

const holdOf = ({ second_person: secondPerson, ...hold }: NonNullable<PolicyBody['hold']>): HoldPolicy => ({
  ...hold,
  ...(secondPerson !== undefined && { secondPerson }),
});

const holdBody = ({ effects, entities, when, secondPerson }: HoldPolicy): NonNullable<PolicyBody['hold']> => ({
  effects: [...effects],
  entities: entities && [...entities],
  when,
  second_person: secondPerson,
});
