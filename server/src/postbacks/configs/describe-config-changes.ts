import { isDeepStrictEqual } from 'node:util';
import type { ConfigRecord } from './config-item.ts';

type Shown = Readonly<Record<string, unknown>>;

/** What a config has that an audit row may show. Of its address the origin: the rest can hold a token. */
export function auditedConfig({ eventTypes, channel, label, postbackUrl, settings }: ConfigRecord): Shown {
  const ofSettings = Object.entries(settings).map(([name, value]) => [`settings.${name}`, value] as const);
  return {
    event_types: [...eventTypes].sort(),
    channel: channel ?? null,
    label: label ?? null,
    postback_origin: postbackUrl ? new URL(postbackUrl).origin : null,
    ...Object.fromEntries(ofSettings),
  };
}

/** What differs, by name: `{label: {from, to}, "settings.pixel_id": {from, to}}`; null where there is no value. */
export function describeConfigChanges(
  before: Shown,
  after: Shown,
): Record<string, { from: unknown; to: unknown }> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(
    changed.map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }]),
  );
}
