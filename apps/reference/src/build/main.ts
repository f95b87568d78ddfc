import { runBuildCommand } from '@connectory/built-pages';
import { referencePages } from './reference-pages.ts';

await runBuildCommand(referencePages);
