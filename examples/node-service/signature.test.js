import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { canonical, sign } from './tributary.js';

const file = new URL('../../sdk/src/wire/test-data/signature-vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8'));

for (const { name, secret, event, valid } of vectors)
  test(name, () => {
    const parsed = JSON.parse(event);
    assert.equal(sign(canonical(parsed), secret) === parsed.signature.toLowerCase(), valid);
  });
