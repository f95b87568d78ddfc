import type { TextlintRuleModule } from '@textlint/types';
import type { AvoidedPhrase } from './glossary.ts';

/** A textlint rule that reports every avoided phrase in running text, in any case and across line breaks; code is ignored. */
export function avoidedPhrasesRule(phrases: readonly AvoidedPhrase[]): TextlintRuleModule {
  const replacements = new Map(phrases.map(({ phrase, instead }) => [phrase, instead]));
  const pattern = new RegExp(
    `(?<![\\w-])(?:${phrases.map(({ phrase }) => toPattern(phrase)).join('|')})(?![\\w-])`,
    'gi',
  );
  return ({ Syntax, RuleError, report, getSource, locator }) => ({
    [Syntax.Str](node) {
      const text = getSource(node);
      for (const { 0: found, index } of text.matchAll(pattern)) {
        const phrase = found.replace(/\s+/g, ' ');
        const message = `"${phrase}": write ${replacements.get(phrase.toLowerCase())}`;
        report(node, new RuleError(message, { padding: locator.range([index, index + found.length]) }));
      }
    },
  });
}

function toPattern(phrase: string): string {
  return phrase.replaceAll(/[^\w\s]/g, '\\$&').replaceAll(' ', '\\s+');
}
