/** A metric that a PromQL expression reads, with the labels it uses. */
export interface UsedMetric {
  readonly name: string;
  readonly labels: readonly string[];
  /** Values with which a label is compared: `=` and the alternatives of `=~`. */
  readonly values: readonly (readonly [label: string, value: string])[];
}

const words = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'group_left', 'group_right', 'bool']);

/**
 * Returns the metrics of an expression. Labels it groups by count for each of them. Supports the part of the language that dashboard and
 * alert rules use: selectors with plain names, functions, aggregations, arithmetic.
 */
export function metricsOf(expression: string): readonly UsedMetric[] {
  const grouped = Array.from(expression.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g), ([, labels = '']) =>
    labels.split(',').map((label) => label.trim()),
  ).flat();
  const bare = expression
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replace(/\[[^\]]*\]|\boffset\s+\w+/g, ' ');
  const found: UsedMetric[] = [];
  for (const [, name = '', selector = '', call] of bare.matchAll(/([a-zA-Z_:][\w:]*)\s*(\{[^}]*\})?\s*(\()?/g)) {
    if (call !== undefined || words.has(name)) continue;
    const matchers = Array.from(selector.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g));
    found.push({
      name,
      labels: [...new Set([...matchers.map(([, label = '']) => label), ...grouped])],
      values: matchers.flatMap(([, label = '', , text = '']) =>
        text.split('|').map((value) => [label, value] as const),
      ),
    });
  }
  return found;
}
