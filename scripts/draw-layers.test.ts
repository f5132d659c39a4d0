import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawLayers, PICTURE } from './draw-layers.ts';
import { LAYERS, SDK_LAYERS } from './read-import-rules.ts';

test('docs/layers.svg is what `npm run draw-layers` draws of the import rules', () => {
  expect(readFileSync(PICTURE, 'utf8')).toBe(drawLayers());
});

test('the picture names every room once', () => {
  const names = [...drawLayers().matchAll(/text-anchor="middle">([^<]+)</g)].map(([, name]) => name);
  const rooms = LAYERS.flatMap((layer) => Object.keys(layer.rooms));
  expect(names.toSorted()).toEqual([...rooms, ...SDK_LAYERS.flat()].toSorted());
});
