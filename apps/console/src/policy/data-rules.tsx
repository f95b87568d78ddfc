import type { NewPolicy } from '@connectory/client';
import { Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { conditionsOf, operatorLabel } from '../conditions/filter.ts';
import { labelOf } from '../form/labels.ts';
import { ForeignText } from '../shell/text.tsx';
import classes from './policy-panes.module.css';
import {
  type FieldRule,
  fieldLists,
  fieldListWords,
  fieldTreatmentWords,
  type RecordRule,
  type Treatments,
  textTreatmentWords,
} from './treatments.ts';

/** The rules of a policy for what is seen of records, folded; nothing if it has none. */
export function DataRules({ policy }: { readonly policy: NewPolicy }) {
  const { fields = [], records = [], personal = {}, detect = {}, flag_instructions: flags = false } = policy;
  const lines: readonly ReactNode[] = [
    ...records.map(recordLine),
    ...fields.map(fieldLine),
    ...kindLines('Personal fields', personal, fieldTreatmentWords),
    ...kindLines('In texts', detect, textTreatmentWords),
    ...(flags ? ['Results name texts that seem to instruct a language model'] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <details className={classes.rules}>
      <summary>
        {lines.length} {lines.length === 1 ? 'rule' : 'rules'} for what it sees
      </summary>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

const maxNames = 400;

const scopeOf = ({ connector = 'every connection', entity = 'every entity' }: Partial<RecordRule>) => (
  <Text span inherit fw={600}>
    <ForeignText value={`${entity} of ${connector}`} limit={260} />
  </Text>
);

const fieldLine = ({ connector, entity, ...lists }: FieldRule) => (
  <>
    {scopeOf({ ...(connector !== undefined && { connector }), ...(entity !== undefined && { entity }) })}
    {fieldLists.map((list) => {
      const paths = lists[list];
      if (paths === undefined) return null;
      return (
        <span key={list}>
          {' · '}
          {fieldListWords[list]}: <ForeignText value={paths.join(', ')} limit={maxNames} />
        </span>
      );
    })}
  </>
);

const recordLine = (rule: RecordRule) => {
  const isAll = Object.keys(rule.where).length === 0;
  const { match, conditions } = conditionsOf(isAll ? null : rule.where) ?? {};
  const texts = conditions?.map(({ field, operator, operand }) =>
    [labelOf(field), operatorLabel(operator), operand.join(' or ')].filter((part) => part !== '').join(' '),
  );
  const where = texts?.join(match === 'or' ? ', or ' : ', and ');
  return (
    <>
      {scopeOf(rule)}
      {' · '}
      {where === undefined ? (
        <>
          Only those that match <Code>{JSON.stringify(rule.where)}</Code>
        </>
      ) : (
        <ForeignText value={where === '' ? 'Every record' : `Only where ${where}`} limit={maxNames} />
      )}
    </>
  );
};

function kindLines(subject: string, treatments: Treatments, words: Treatments): readonly string[] {
  return Object.entries(words).flatMap(([treatment, label]) => {
    const kinds = Object.keys(treatments).filter((kind) => treatments[kind] === treatment);
    if (kinds.length === 0) return [];
    const names = kinds.map((kind) => (kind === 'all' ? 'all others' : labelOf(kind).toLowerCase()));
    return [`${subject} · ${label}: ${names.join(', ')}`];
  });
}
