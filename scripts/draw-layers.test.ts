import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawLayers, PICTURE } from './draw-layers.ts';
import { FLOORS, SDK_LAYERS } from './read-import-rules.ts';

test('docs/layers.svg is what `npm run draw-layers` draws of the import rules', () => {
  expect(readFileSync(PICTURE, 'utf8')).toBe(drawLayers());
});

test('the picture names every folder once', () => {
  const names = [...drawLayers().matchAll(/text-anchor="middle">([^<]+)</g)].map(([, name]) => name);
  const folders = FLOORS.flatMap((floor) => floor.folders);
  expect(names.toSorted()).toEqual([...folders, ...SDK_LAYERS.flat()].toSorted());
});
