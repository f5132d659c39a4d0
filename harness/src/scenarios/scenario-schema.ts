import { z } from 'zod';
import { PROFILE_NAMES } from '../devices/profiles.ts';
import { duration, signedDuration } from './duration.ts';

const share = z.number().min(0).max(1);
const lasting = { from: duration, until: duration };

/** What can go wrong, by its name in `what`. */
const trouble = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('offline'), ...lasting }),
  z.strictObject({ what: z.literal('flapping'), ...lasting, period: duration }),
  z.strictObject({ what: z.literal('slow'), ...lasting, delay: duration }),
  z.strictObject({ what: z.literal('lose-requests'), ...lasting, share }),
  z.strictObject({ what: z.literal('lose-answers'), ...lasting, share }),
  z.strictObject({ what: z.literal('captive-portal'), ...lasting }),
  z.strictObject({ what: z.literal('carrier-nat'), ...lasting }),
  z.strictObject({ what: z.literal('dns-failure'), ...lasting }),
  z.strictObject({ what: z.literal('strip-encoding'), ...lasting }),
  z.strictObject({ what: z.literal('body-limit'), ...lasting, bytes: z.int().min(0) }),
  z.strictObject({
    what: z.literal('status'),
    ...lasting,
    status: z.literal([413, 429, 500, 503]),
    share: share.default(1),
    retry_after: duration.optional(),
  }),
  z.strictObject({ what: z.literal('kill'), at: duration, again_every: duration.optional() }),
  z.strictObject({ what: z.literal('torn-write'), at: duration, kept: share.default(0.5) }),
  z.strictObject({ what: z.literal('damage'), at: duration }),
  z.strictObject({ what: z.literal('full-disk'), ...lasting }),
  z.strictObject({ what: z.literal('slow-disk'), ...lasting }),
  z.strictObject({ what: z.literal('clock'), at: duration, by: signedDuration }),
  z.strictObject({ what: z.literal('battery'), ...lasting, percent: z.number().min(0).max(100) }),
]);

const event = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(128)
    .describe('The name that the app tracks, such as open, purchase or level_up.'),
  at: duration.optional().describe('Once, at that time. Leave out at and every for once at the start.'),
  every: duration.optional().describe('Again and again, each device at its own moments.'),
  properties: z.record(z.string(), z.json()).optional(),
});

const sdk = z.strictObject({
  batchSize: z.int().optional(),
  flushIntervalMs: z.int().optional(),
  wifiOnlyMode: z.boolean().optional(),
  suppressOnLowBattery: z.boolean().optional(),
  lowBatteryThreshold: z.int().optional(),
  maxRetryAttempts: z.int().optional(),
  maxOfflineQueueSize: z.int().optional(),
});

const expectations = z.strictObject({
  exactly_once: z.literal(true).optional().describe('Every promised event is stored once and unaltered.'),
  stored_at_least: share.optional().describe('Share of all tracked events.'),
  stored_at_most: share.optional().describe('Share of all tracked events.'),
  delivered_within: duration
    .optional()
    .describe('From tracking to the answer, for every event that is stored.'),
  requests_per_device_at_most: z.int().min(0).optional(),
  dead_letters_at_most: z
    .int()
    .min(0)
    .optional()
    .describe('Events that the SDK has given up, over all devices.'),
  dead_letters_at_least: z.int().min(0).optional(),
  time_off_at_most: duration.optional().describe('Between the true time of an event and the stored one.'),
});

/** Names what is not known of a profile, or of profiles with weights. */
function describeProfile({ input }: { readonly input?: unknown }): string {
  const given = typeof input === 'object' && input !== null ? Object.keys(input) : [String(input)];
  const unknown = given.filter((name) => !(PROFILE_NAMES as readonly string[]).includes(name));
  const [first] = unknown;
  return first === undefined
    ? 'must be a profile, or a weight above 0 for each of some profiles'
    : `unknown profile ${first.slice(0, 64)}: must be one of ${PROFILE_NAMES.join(', ')}`;
}

/** A scenario as a person writes it; times become ms. */
export const scenarioSchema = z.strictObject({
  name: z.string().min(1).max(100),
  about: z.string().optional(),
  devices: z.int().min(1).max(10_000).default(5),
  profile: z
    .union(
      [
        z.enum(PROFILE_NAMES),
        z.partialRecord(z.enum(PROFILE_NAMES), z.number().positive(), { error: describeProfile }),
      ],
      { error: describeProfile },
    )
    .default('phone')
    .describe('One profile for all devices, or profiles with their weights.'),
  storage: z.enum(['rows', 'files']).optional().describe("How events are kept; by default the profile's."),
  lasts: duration.describe('How long the app is used.'),
  recovery: duration
    .default(2 * 3_600_000)
    .describe('How long the SDK then has to deliver what is left, with everything working.'),
  sdk: sdk.default({}).describe('What the app configures.'),
  events: z.array(event).min(1).max(100),
  trouble: z.array(trouble).max(100).default([]),
  expect: expectations,
});

export type Scenario = z.output<typeof scenarioSchema>;
export type Trouble = z.output<typeof trouble>;
