import { readProject } from './project.ts';
import { report } from './report.ts';
import { rules } from './rules.ts';

const root = process.argv[2] ?? process.cwd();
const project = readProject(root);
const lines = report(project, rules);

for (const line of lines) console.error(line);
if (lines.length === 0) console.log(`${rules.length} conventions hold in ${project.files.length} files.`);
else console.error(`${lines.length} findings.`);
process.exitCode = lines.length === 0 ? 0 : 1;
