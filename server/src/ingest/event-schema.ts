import { CHANNELS, EVENT_TYPES } from '@tributary/sdk/wire/event';
import { EVENT_FIELDS, type EventFieldSpec, type FieldType } from '@tributary/sdk/wire/event-fields';
import { z } from 'zod';
import { consentItem } from '../consent/consent-item.ts';

/** The rule of each type of field, for readers of the reference; event-field-rules.ts is what ingest checks. */
const SCHEMA_OF: Readonly<Record<Exclude<FieldType, 'text' | 'sealed'>, z.ZodType>> = {
  uuid: z.uuid(),
  device_uuid: z.guid(),
  ms: z.int().min(0),
  s: z.int().min(0),
  amount: z.number().min(0),
  currency: z.string(),
  digest: z.string().length(64),
  event_type: z.enum(EVENT_TYPES),
  channel: z.enum(CHANNELS),
  properties: z.record(z.string(), z.unknown()),
  consent: z.looseObject(consentItem.shape),
  fingerprint: z.object({
    user_agent: z.string().describe('What the browser says that it is.'),
    device_model: z.string().describe('The model, as `SM-A155F`.'),
    os_version: z.string().describe('The version of the operating system.'),
    screen_resolution: z.string().optional().describe('Width and height in pixels.'),
  }),
};

const UNIT: Partial<Record<FieldType, string>> = {
  ms: ' In ms.',
  s: ' In Unix seconds.',
  amount: ' In major units.',
  currency: ' ISO 4217.',
};

function schemaOf({ type, length: [min, max] = [0, Number.MAX_SAFE_INTEGER] }: EventFieldSpec): z.ZodType {
  if (type === 'text') return z.string().min(min).max(max);
  return type === 'sealed' ? z.string().max(max) : SCHEMA_OF[type];
}

function fieldSchema(spec: EventFieldSpec): z.ZodType {
  const { type, required, means } = spec;
  const described = schemaOf(spec).describe(means + (UNIT[type] ?? ''));
  return required ? described : described.nullish().describe(means + (UNIT[type] ?? ''));
}

const fields = Object.entries<EventFieldSpec>(EVENT_FIELDS).map(([name, spec]) => [name, fieldSchema(spec)]);

/** An event as the reference describes it; unknown members are signed and otherwise left alone. */
export const eventSchema: z.ZodType = z.looseObject(Object.fromEntries(fields)).meta({ id: 'Event' });
