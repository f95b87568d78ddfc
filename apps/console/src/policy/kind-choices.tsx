import { Select } from '@mantine/core';
import type { RJSFSchema } from '@rjsf/utils';
import { labelOf } from '../form/labels.ts';
import classes from '../form/layout.module.css';
import { withCode } from '../shell/text.tsx';
import type { Treatments } from './treatments.ts';

interface KindChoicesProps {
  /** The published schema of the treatments: a member for each kind. */
  readonly schema: RJSFSchema;
  /** What can become of a kind, in words. */
  readonly words: Treatments;
  /** What is shown while nothing is chosen for a kind, or for all. */
  readonly untreated: string;
  readonly value: Treatments;
  /** Something to add to the description of a kind. */
  noteOf?(kind: string): string;
  onChange(value: Treatments): void;
}

/** What becomes of each kind of personal data, and of those that are not chosen. */
export function KindChoices({ schema, words, untreated, value, noteOf, onChange }: KindChoicesProps) {
  const { all, ...kinds } = schema.properties ?? {};
  const others = value.all === undefined ? untreated : `${words[value.all]}, as all others`;
  const choose = (kind: string, chosen: string | null) => {
    const { [kind]: _former, ...rest } = value;
    onChange(chosen === null ? rest : { ...rest, [kind]: chosen });
  };
  return (
    <div className={classes.members}>
      {Object.entries({ ...kinds, ...(all !== undefined && { all }) }).map(([kind, member]) => (
        <Select
          key={kind}
          label={kind === 'all' ? 'All others' : labelOf(kind)}
          description={withCode([descriptionOf(member), noteOf?.(kind)].filter(Boolean).join(' '))}
          placeholder={kind === 'all' ? untreated : others}
          clearable
          clearButtonProps={{ 'aria-label': `${kind === 'all' ? 'All others' : labelOf(kind)}: nothing of its own` }}
          data={Object.entries(words).map(([treatment, label]) => ({ value: treatment, label }))}
          value={value[kind] ?? null}
          onChange={(chosen) => choose(kind, chosen)}
        />
      ))}
    </div>
  );
}

const descriptionOf = (member: RJSFSchema | boolean) => (typeof member === 'object' ? member.description : undefined);
