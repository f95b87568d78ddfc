import type { Project } from './project.ts';
import type { Rule } from './rule.ts';

/** Runs every rule and returns one line per finding: `path:line  rule: what is wrong. What to do.` */
export function report(project: Project, rules: readonly Rule[]): readonly string[] {
  return rules.flatMap(({ name, advice, check }) =>
    check(project).map(({ path, line, problem }) => {
      const place = line === undefined ? path : `${path}:${line}`;
      return `${place}  ${name}: ${problem}. ${advice}`;
    }),
  );
}
