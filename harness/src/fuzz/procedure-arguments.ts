import { appRouter } from '@tributary/server/api/router';
import { HOSTILE_JSON } from '@tributary/server/testing/hostile-json';
import type { Random } from '@tributary/server/testing/random';
import type { FuzzWorld } from './fuzz-world.ts';

/** A procedure and its argument names. */
export interface KnownProcedure {
  readonly name: string;
  readonly isQuery: boolean;
  readonly args: readonly string[];
}

interface ProcedureDefinition {
  readonly _def: { readonly type: string; readonly inputs: readonly { readonly shape?: object }[] };
}

/** These would end the fuzzing: the session would move to another account, or the account would be deleted. */
const NEVER_CALLED = new Set([
  'create_account',
  'set_active_account',
  'accept_invitation',
  'delete_my_account_data',
  'archive_team',
  'team_remove_member',
  'update_member_role',
]);

/** Every procedure of the service, read from its router, so that new ones are included automatically. */
export const PROCEDURES: readonly KnownProcedure[] = Object.entries(
  appRouter._def.procedures as unknown as Record<string, ProcedureDefinition>,
)
  .filter(([name]) => !NEVER_CALLED.has(name))
  .map(([name, { _def }]) => ({
    name,
    isQuery: _def.type === 'query',
    args: _def.inputs.flatMap(({ shape = {} }) => Object.keys(shape)),
  }));

const URLS = [
  'https://example.com/',
  `https://play.google.com${'/'.repeat(1900)}x`,
  'javascript:alert(1)',
  'tel:*123%23',
  'intent://x#Intent;scheme=a;package=a.b;S.browser_fallback_url=https%3A%2F%2Fa.b;end',
  'https://a@b.c/',
  'market://details?id=a.b&referrer=referrer%3Dx',
  'https:///',
  'http://[::1',
  `https://a.b/${'%25'.repeat(600)}`,
];

/** Plausible values for arguments that do not refer to existing data. */
const HONEST: Readonly<Record<string, readonly string[]>> = {
  p_name: ['"Fuzz"', '"\u{1f389} Fuzz"'],
  p_bundle_id: ['"com.example.fuzz"'],
  p_channel: ['"email"', 'null'],
  p_limit: ['1', '200', 'null'],
  p_cursor: ['null'],
  cursor: ['null'],
  p_active: ['true'],
  p_label: ['"Fuzz"'],
  p_role: ['"viewer"', '"owner"'],
  p_email: ['"fuzz@example.com"', '"FUZZ@example.com"'],
  p_avatar: ['"\u{1f389}"', 'null'],
  p_expires_days: ['1', '90', 'null'],
  p_sampling_rate: ['0', '0.5', 'null'],
  p_batch_size: ['1', '50', 'null'],
  p_flush_interval_ms: ['1000', '86400000', 'null'],
  p_tracking_enabled: ['true', 'null'],
  p_notes: ['"Fuzz"', 'null'],
  p_archived: ['false'],
  p_deep_link_path: ['"/promo/1?x=2"', 'null'],
  p_date_from: ['"2026-01-31"', '"1999-01-01"', '"1970-01-01"', 'null'],
  p_date_to: ['"2028-12-31"', '"2199-12-31"', 'null'],
  date_from: ['"2026-01-31"', '"1999-01-01"', '"1970-01-01"', 'null'],
  date_to: ['"2028-12-31"', '"2199-12-31"', 'null'],
};

/** The JSON text of an argument, valid or nearly so. */
export function argumentText(random: Random, world: FuzzWorld, name: string): string {
  if (Object.hasOwn(world.known, name)) return JSON.stringify(world.known[name]);
  const honest = Object.hasOwn(HONEST, name) ? HONEST[name] : undefined;
  if (honest) return random.pick(honest);
  if (name.endsWith('_settings')) return settingsText(random, 0);
  if (name.endsWith('_url') || name.endsWith('_fallback')) return JSON.stringify(random.pick(URLS));
  if (name.endsWith('_params') || name.endsWith('_event')) return nestedText(random, 0);
  if (name.endsWith('_slug')) return JSON.stringify(`f-${random.hex(8)}`);
  if (name.endsWith('_id')) return JSON.stringify(random.uuid());
  return random.pick(HOSTILE_JSON);
}

/** An object of arguments as JSON text: valid except for one, or invalid in any way. */
export function argumentsText(random: Random, world: FuzzWorld, names: readonly string[]): string {
  const wild = random.chance(0.3);
  const victim = names.length > 0 && random.chance(0.6) ? random.pick(names) : '';
  const members = names
    .filter(() => !wild || random.chance(0.7))
    .map((name) => {
      const spoilt = name === victim || (wild && random.chance(0.4));
      return `"${name}":${spoilt ? random.pick(HOSTILE_JSON) : argumentText(random, world, name)}`;
    });
  if (wild && random.chance(0.3)) members.push(`${random.pick(NAMES)}:${random.pick(HOSTILE_JSON)}`);
  if (wild && random.chance(0.2)) members.push(...members);
  if (wild && random.chance(0.05)) for (let n = 0; n < 5000; n++) members.push(`"p_${n}":1`);
  return `{${members.join(',')}}`;
}

const NAMES = [
  '"__proto__"',
  '"constructor"',
  '"prototype"',
  '"toString"',
  '"hasOwnProperty"',
  '""',
  '"a.b"',
  '"p_x"',
  '"\\u0000"',
  '"fraud"',
  '"integrity"',
  '"click_window_hours"',
  '"probabilistic_window_hours"',
  '"certificate_fingerprints"',
  '"click_injection"',
  '"click_flooding"',
  '"device_farm"',
  '"emulator"',
  '"enabled"',
  '"min_click_to_install_s"',
  '"expected"',
  '"verification_key"',
  '"score"',
  '"version"',
];

/** Settings of an app: known names in the right or the wrong place, and names that every object has. */
function settingsText(random: Random, depth: number): string {
  if (depth > 0 && random.chance(0.4 + depth / 10))
    return random.pick(['8', 'true', '0.5', '-1', ...HOSTILE_JSON]);
  const members = Array.from({ length: random.integer(0, 4) }, () => {
    return `${random.pick(NAMES)}:${settingsText(random, depth + 1)}`;
  });
  return `{${members.join(',')}}`;
}

function nestedText(random: Random, depth: number): string {
  if (depth > 0 && random.chance(0.3 + depth / 10)) return random.pick(HOSTILE_JSON);
  if (random.chance(0.02)) return '['.repeat(3000) + ']'.repeat(3000);
  const inner = () => nestedText(random, depth + 1);
  if (random.chance(0.3)) return `[${Array.from({ length: random.integer(0, 3) }, inner).join(',')}]`;
  const members = Array.from({ length: random.integer(0, 3) }, () => `${random.pick(NAMES)}:${inner()}`);
  return `{${members.join(',')}}`;
}
