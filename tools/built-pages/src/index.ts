export { type BuiltFolder, buildFolder, isCurrent, prepareFolder } from './built-folder.ts';
export { type BuiltPages, targetFolder } from './built-pages.ts';
export { pagesFolder } from './pages-folder.ts';
export { runBuildCommand } from './run-build-command.ts';
export { sourcesDigest } from './sources-digest.ts';
