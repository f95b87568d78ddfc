import { errorTable } from '@connectory/errors';
import { expect, it } from 'vitest';
import { errorsPage } from './errors-page.ts';

it('has one row for each code of the error table', () => {
  const rows = errorsPage()
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(cells).toEqual(
    Object.entries(errorTable).map(([code, { status, origin, retryable, sentence }]) => [
      `\`${code}\``,
      String(status),
      origin,
      retryable ? 'yes' : 'no',
      sentence,
    ]),
  );
});
