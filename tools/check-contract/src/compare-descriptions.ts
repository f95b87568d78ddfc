import type { EntityManifest } from '@connectory/connector-sdk/engine';
import type { Difference } from './difference.ts';
import { memberFacts, type SchemaFacts } from './schema-facts.ts';

/** Finds what has no description: the entity, its actions, their parameters, and the fields of those. */
export function compareDescriptions(entity: EntityManifest): readonly Difference[] {
  const actions = entity.actions.flatMap(({ action, summary, params }) => {
    const where = `${entity.name}/${action}`;
    return [...described(where, summary), ...describedMembers(memberFacts(params), `${where}/params`)];
  });
  return [...described(entity.name, entity.summary), ...actions];
}

function describedMembers(members: Readonly<Record<string, SchemaFacts>>, where: string): readonly Difference[] {
  return Object.entries(members).flatMap(([name, facts]) => {
    const place = `${where}/${name}`;
    return [...described(place, facts.description), ...describedInside(facts, place)];
  });
}

function describedInside({ items, properties = {} }: SchemaFacts, where: string): readonly Difference[] {
  const ofItems = items === undefined ? [] : describedInside(items, `${where}/items`);
  return [...describedMembers(properties, where), ...ofItems];
}

function described(where: string, text: string): readonly Difference[] {
  return text.trim() === '' ? [{ where, kind: 'undescribed', message: 'nothing says what it is' }] : [];
}
