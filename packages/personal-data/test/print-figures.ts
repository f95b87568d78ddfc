import { figuresTable, misses } from './figures-table.ts';
import { labelledTexts, parts } from './labelled-texts.ts';

// `npm run personal-data:figures`; with `-- --misses` also what is wrong in the part that detectors are developed with.
for (const part of parts) {
  const texts = labelledTexts(part);
  const empty = texts.filter(({ expected }) => expected.length === 0).length;
  console.log(`${part}: ${texts.length} texts, ${empty} of them without personal data\n\n${figuresTable(part)}\n`);
}
if (process.argv.includes('--misses')) console.log(misses('developed').join('\n'));
