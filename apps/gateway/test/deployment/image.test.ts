import { expect, it } from 'vitest';
import { configurationVariables } from '../../src/start/configuration-variables.ts';
import { needing, readDeployment, runInDeployment, variablesIn } from './deployment-files.ts';

const dockerfile = readDeployment('Dockerfile');

it('the image is run by a numbered user that is not root, without a shell, with settings that there are', () => {
  const [, stage = ''] = /\n(FROM (?!.* AS )[\s\S]*)$/.exec(dockerfile) ?? [];
  expect(stage).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  expect(stage).toMatch(/^ENTRYPOINT \[/m);
  expect(stage).toMatch(/^ {4}CMD \[.*healthz/m);
  expect(stage).not.toMatch(/^RUN/m);
  expect(configurationVariables.map(({ name }) => name)).toEqual(expect.arrayContaining([...variablesIn(stage)]));
});

const { title, missing } = needing('hadolint finds nothing in the Dockerfile', 'hadolint');

it.skipIf(missing)(title, () => {
  expect(runInDeployment('hadolint', ['--no-color', 'Dockerfile'])).toBe('');
});
