import type { Change } from './bump.ts';
import { compareEntities } from './compare-entities.ts';
import { compareSchemas } from './compare-schemas.ts';
import { compareByName, compareValues } from './compare-values.ts';
import type { ReleasedConnector } from './released-connector.ts';
import { schemaOf } from './schema-facts.ts';

type Authentication = ReleasedConnector['authentication'][string];

/** Returns all differences between a connector and its last release; if only texts differ, one change of the size `patch`. */
export function compareConnectors(before: ReleasedConnector, after: ReleasedConnector): readonly Change[] {
  const changes = [
    ...compareValues('contract', 'major', before.contract, after.contract),
    ...compareValues('kind', 'major', before.kind, after.kind),
    ...compareValues('upstream/version', 'minor', before.upstream, after.upstream),
    ...compareAuthentication(before, after),
    ...compareSchemas(schemaOf(before.settings), schemaOf(after.settings), 'sent', 'settings'),
    ...compareByName(before.entities, after.entities, '', compareEntities),
  ];
  if (changes.length > 0 || before.manifest === after.manifest) return changes;
  return [{ where: 'manifest', bump: 'patch', what: 'says it in other words' }];
}

function compareAuthentication(before: ReleasedConnector, after: ReleasedConnector): readonly Change[] {
  return [
    ...compareValues('authentication/default', 'major', before.defaultAuthentication, after.defaultAuthentication),
    ...compareByName(before.authentication, after.authentication, 'authentication/', compareFields),
  ];
}

function compareFields(before: Authentication, after: Authentication, where: string): readonly Change[] {
  const names = [...new Set([before, after].flatMap(({ required, optional }) => [...required, ...optional]))].sort();
  const fields = names.flatMap((name): readonly Change[] => {
    const place = `${where}/${name}`;
    const [was, is] = [before, after].map(({ required, optional }) =>
      required.includes(name) ? 'required' : optional.includes(name) ? 'optional' : 'absent',
    );
    if (was === is) return [];
    if (is === 'absent') return [{ where: place, bump: 'major', what: 'is gone' }];
    const what = was === 'absent' ? `is new and ${is}` : `was ${was}, is ${is} now`;
    return [{ where: place, bump: is === 'required' ? 'major' : 'minor', what }];
  });
  return [...compareValues(`${where}/scheme`, 'major', before.scheme, after.scheme), ...fields];
}
