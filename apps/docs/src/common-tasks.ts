const heading = '## Common tasks\n';

/** Whether a section of a connector's README, which begins with its `## ` heading, shows what people do with the connector. */
export const isTaskSection = (section: string): boolean => section.startsWith(heading);

/** One task of a connector's README: what somebody wants, and the Markdown that shows how to do it. */
export interface CommonTask {
  readonly title: string;
  readonly text: string;
}

/** The tasks a connector's README shows, in order; none when it has no section for them. */
export function commonTasks(readme: string): readonly CommonTask[] {
  const section = readme.split(/^(?=## )/m).find(isTaskSection) ?? '';
  const [, ...tasks] = section.split(/^### /m);
  return tasks.map((task) => {
    const [title = '', ...lines] = task.split('\n');
    return { title, text: lines.join('\n').trim() };
  });
}
