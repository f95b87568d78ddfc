const heading = '## Common tasks\n';

/** Whether a section of a connector's README, which begins with its `## ` heading, contains common tasks. */
export const isTaskSection = (section: string): boolean => section.startsWith(heading);

/** One task of a connector's README: its title, and the Markdown that explains it. */
export interface CommonTask {
  readonly title: string;
  readonly text: string;
}

/** Returns the tasks of a connector's README, in order; none if it has no section for them. */
export function commonTasks(readme: string): readonly CommonTask[] {
  const section = readme.split(/^(?=## )/m).find(isTaskSection) ?? '';
  const [, ...tasks] = section.split(/^### /m);
  return tasks.map((task) => {
    const [title = '', ...lines] = task.split('\n');
    return { title, text: lines.join('\n').trim() };
  });
}
