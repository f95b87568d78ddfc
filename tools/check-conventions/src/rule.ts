import type { Project } from './project.ts';

/** One violation of a rule: the file, the line if there is one (from 1), and what is wrong there. */
export interface Finding {
  readonly path: string;
  readonly line?: number;
  readonly problem: string;
}

/** One convention: its name, what to do about a finding, and the check that finds all violations in a project. */
export interface Rule {
  readonly name: string;
  readonly advice: string;
  readonly check: (project: Project) => readonly Finding[];
}
