import { expect, test } from 'vitest';
import { z } from 'zod';
import { FACTS, request } from '../testing/build-request.ts';
import { REQUIRED_SETTINGS } from '../testing/required-settings.ts';
import { NETWORKS } from './networks.ts';

const FORMATS = NETWORKS.map(({ format }) => format).filter((format) => format !== 'canonical');

test.each(FORMATS)(
  '%s carries the id of the delivery, but where the network has no field for it',
  (format) => {
    const { headers, body } = request(format, FACTS);
    const carries = JSON.stringify([headers, body]).includes(FACTS.deliveryId);
    expect(carries).toBe(format !== 'network_b_app');
  },
);

test.each(NETWORKS)('what $format requires is tried without it', ({ format, settings }) => {
  const { required = [] } = z.toJSONSchema(settings, { io: 'input' });
  expect(Object.keys(REQUIRED_SETTINGS[format] ?? {}).sort()).toEqual([...required].sort());
});
