import { runBuildCommand } from '@connectory/built-pages';
import { consolePages } from './console-pages.ts';

await runBuildCommand(consolePages, {
  measure: async () => (await import('./measure.ts')).measure(),
  pictures: async (options) => (await import('../pictures/pictures-command.ts')).picturesCommand(options),
});
