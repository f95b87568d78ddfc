export { buildPages, isCurrent } from './build-pages.ts';
export { type BuiltPages, repository, targetFolder } from './built-pages.ts';
export { runBuildCommand } from './run-build-command.ts';
