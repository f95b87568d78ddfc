import { expect, it } from 'vitest';
import { bareAddress, routesOfConsole } from './routes.ts';
import { scenes } from './scenes.ts';
import { bareScenes } from './take-pictures.ts';

it('has a picture of every room', () => {
  const routes = routesOfConsole();
  expect(routes.length).toBeGreaterThanOrEqual(5);
  // Throws for a room that needs a scene and has none.
  const pictured = [...scenes, ...bareScenes()].map(({ route }) => route);
  expect([...new Set(pictured)].sort()).toEqual([...routes].sort());
});

it('enters a room with nothing chosen, unless it needs to know what', () => {
  expect(bareAddress('/:workspace/audit/:entry?', 'demo')).toBe('/console/demo/audit');
  expect(bareAddress('/:workspace/tokens/:id', 'demo')).toBeUndefined();
});
