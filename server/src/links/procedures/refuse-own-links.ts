import { posix } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../../platform/errors/errors.ts';
import { followsLinks, SHORT_PATH } from '../../platform/link-paths.ts';
import type { Config } from '../../platform/settings/config.ts';
import { decodeFully } from '../decode-fully.ts';
import { LOOPBACK } from '../domains/hosts/own-host.ts';
import { linkUrl } from '../link-url.ts';
import { webUrlsOf } from '../target-url.ts';

type Address = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/** The arguments that say where a link leads, of those that a procedure takes. */
export interface Targets {
  readonly p_fallback_url: string | null;
  readonly p_android_url: string | null;
  readonly p_ios_url: string | null;
  readonly p_ussd_fallback: string | null;
  readonly p_expired_url: string | null;
  readonly p_image_url: string | null;
  readonly p_rules: readonly { readonly url: string }[] | '' | null;
}

/**
 * Refuses targets that lead to a link of this service: visitors could be redirected in circles, and each round would
 * count as a click.
 *
 * @param targets otherwise valid targets.
 * @throws AppError VALIDATION_ERROR naming each such argument.
 */
export async function refuseOwnLinks(em: EntityManager, address: Address, targets: Targets): Promise<void> {
  const wrong = findOwnLinks(await domainsAmong(em, [targets]), address, targets);
  const clauses = wrong.map(({ at, problem }) => `${at}: ${problem}`);
  if (clauses.length > 0) throw new AppError('VALIDATION_ERROR', clauses.join('; '));
}

interface NamedTarget {
  readonly argument: keyof Targets;
  /** The argument, and where in it: `p_rules.0.url`. */
  readonly at: string;
  readonly target: string | null;
}

/** A target that leads to a link of this service. */
export interface OwnLink extends Pick<NamedTarget, 'argument' | 'at'> {
  /** What is said of it. */
  readonly problem: string;
}

/**
 * Those of the targets that lead to a link of this service.
 *
 * @param domains what `domainsAmong` found among them.
 */
export function findOwnLinks(domains: ReadonlySet<string>, address: Address, targets: Targets): OwnLink[] {
  const isLink = (url: string) => isOwnLink(address, url) || domains.has(nameOf(new URL(url)));
  return namedTargets(targets)
    .filter(({ target }) => webUrlsOf(target ?? '').some(isLink))
    .map(({ argument, at }) => ({ argument, at, problem: 'must not lead to a link of this service' }));
}

/**
 * The hosts that targets lead to and that are domains of links, or were: with their links they may be again. Domains of
 * all accounts, and every path on them.
 */
export async function domainsAmong(
  em: EntityManager,
  targets: readonly Targets[],
): Promise<ReadonlySet<string>> {
  const hosts = hostsAmong(targets);
  if (hosts.length === 0) return new Set();
  const rows = await em.execute<{ host: string }[]>(findDomains('?'), [JSON.stringify(hosts)]);
  return new Set(rows.map(({ host }) => host));
}

/** The hosts that targets lead to. */
export function hostsAmong(targets: readonly Targets[]): string[] {
  const urls = targets.flatMap(namedTargets).flatMap(({ target }) => webUrlsOf(target ?? ''));
  return [...new Set(urls.map((url) => nameOf(new URL(url))))];
}

/** Of hosts (a JSON list), those that are domains of links. @param hosts where the statement takes them, as its driver writes it. */
export const findDomains = (hosts: '?' | '$1') => `
  select host from domains
  where host in (select json_array_elements_text(${hosts}::json))
    and (verified_at is not null or exists (select 1 from links where links.domain_id = domains.id))`;

const SINGLE = [
  'p_fallback_url',
  'p_android_url',
  'p_ios_url',
  'p_ussd_fallback',
  'p_expired_url',
  'p_image_url',
] as const satisfies (keyof Targets)[];

function namedTargets(targets: Targets): NamedTarget[] {
  const rules = (targets.p_rules || []).map(
    ({ url }, index): NamedTarget => ({ argument: 'p_rules', at: `p_rules.${index}.url`, target: url }),
  );
  return [...SINGLE.map((name) => ({ argument: name, at: name, target: targets[name] })), ...rules];
}

/** In any spelling: a path is refused even if only some proxy would normalise it to one of ours. */
function isOwnLink(address: Address, text: string): boolean {
  const [url, own] = [new URL(text), new URL(linkUrl(address, ''))];
  if (hostOf(url) !== hostOf(own) || portOf(url) !== portOf(own)) return false;
  const below = own.pathname.slice(0, -`${SHORT_PATH}/`.length).toLowerCase();
  const path = plainPath(url.pathname);
  return path.startsWith(below) && followsLinks(path.slice(below.length));
}

function nameOf({ hostname }: URL): string {
  return hostname.replace(/\.+$/, '');
}

function hostOf(url: URL): string {
  const host = nameOf(url);
  return LOOPBACK.test(host) ? 'localhost' : host;
}

/** The two default ports are treated as one: a service behind either is usually behind both. */
function portOf({ port }: URL): string {
  return port === '80' || port === '443' ? '' : port;
}

/** Decoded until nothing is left to decode, with dot segments resolved, in lower case. */
function plainPath(path: string): string {
  return posix.normalize(decodeFully(path).replaceAll('\\', '/')).toLowerCase();
}
