import { Button, Fieldset, Group, Stack } from '@mantine/core';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';

const maxRules = 100;

interface RuleListProps<Rule> {
  /** What the rules are about, such as `fields`. */
  readonly about: string;
  readonly rules: readonly Rule[];
  /** A rule before anything is entered. */
  readonly start: Rule;
  onChange(rules: readonly Rule[]): void;
  /** The inputs of a rule. */
  children(rule: Rule, index: number, onChange: (rule: Rule) => void): ReactNode;
}

/** Rules, one below the other, with buttons to add and remove them. */
export function RuleList<Rule>({ about, rules, start, onChange, children }: RuleListProps<Rule>) {
  // The inputs of a rule stay with it when one above is removed.
  const [ids, setIds] = useState(() => rules.map((_rule, index) => index));
  const add = () => {
    setIds([...ids, 1 + Math.max(-1, ...ids)]);
    onChange([...rules, start]);
  };
  const remove = (index: number) => {
    setIds(ids.toSpliced(index, 1));
    onChange(rules.toSpliced(index, 1));
  };
  return (
    <Stack gap="sm">
      {rules.map((rule, index) => (
        <Fieldset key={ids[index]} legend={`Rule ${index + 1}`}>
          <Stack gap="sm">
            {children(rule, index, (next) => onChange(rules.with(index, next)))}
            <Group>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Remove rule ${index + 1} for ${about}`}
                onClick={() => remove(index)}
              >
                Remove
              </Button>
            </Group>
          </Stack>
        </Fieldset>
      ))}
      {rules.length < maxRules && (
        <Group>
          <Button size="compact-sm" variant="default" leftSection={<Plus size={14} aria-hidden />} onClick={add}>
            Add a rule for {about}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
