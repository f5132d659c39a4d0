import { describe, expect, test } from 'vitest';
import { importSourceNamed } from '../mappings/import-sources.ts';
import { normaliseEventType } from './normalise-event-type.ts';

describe.each([
  ['source_a', 'af_purchase', 'purchase'],
  ['source_b', 'af_purchase', 'custom'],
  ['source_c', 'af_purchase', 'custom'],
])('events of %s', (name, purchase, expected) => {
  test.each([
    ['install', 'install'],
    ['INSTALL', 'install'],
    ['open', 'open'],
    ['OPEN', 'open'],
    ['session', 'open'],
    ['session_start', 'session_start'],
    ['purchase', 'purchase'],
    ['PURCHASE', 'purchase'],
    ['revenue', 'purchase'],
    [purchase, expected],
    ['level_complete', 'custom'],
    ['session_end', 'custom'],
    ['rejected_install', 'custom'],
    ['constructor', 'custom'],
  ])('%s is %s', (event, type) => {
    const { translation } = importSourceNamed(name);
    expect(translation && normaliseEventType(event, translation)).toBe(type);
  });
});
