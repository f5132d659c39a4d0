import { expect, test } from 'vitest';
import { FACTS, request, SETTINGS } from '../testing/build-request.ts';

test.each(Object.keys(SETTINGS))(
  '%s carries the id of the delivery, but where the network has no field for it',
  (format) => {
    const { headers, body } = request(format, FACTS);
    const carries = JSON.stringify([headers, body]).includes(FACTS.deliveryId);
    expect(carries).toBe(format !== 'network_b_app');
  },
);
