import type { Pool } from 'pg';

/** One app that may open this service's links (Digital Asset Links). */
interface AssetLink {
  readonly relation: readonly string[];
  readonly target: {
    readonly namespace: 'android_app';
    readonly package_name: string;
    readonly sha256_cert_fingerprints: readonly string[];
  };
}

const FINGERPRINT = /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/;

const READ = `
  select distinct on (apps.bundle_id, apps.settings -> 'certificate_fingerprints')
    apps.bundle_id, apps.settings -> 'certificate_fingerprints' as fingerprints
  from apps join accounts on accounts.id = apps.customer_id
  where apps.active and apps.deleted_at is null and accounts.active
    and jsonb_typeof(apps.settings -> 'certificate_fingerprints') = 'array'
  order by apps.bundle_id, apps.settings -> 'certificate_fingerprints'`;

/** The apps that have configured their signing certificates (setting `certificate_fingerprints`). */
export async function readAssetLinks(pool: Pool): Promise<AssetLink[]> {
  const { rows } = await pool.query<{ bundle_id: string; fingerprints: unknown[] }>({
    name: 'read-asset-links',
    text: READ,
  });
  return rows
    .map(({ bundle_id, fingerprints }) => toAssetLink(bundle_id, fingerprints.filter(isFingerprint)))
    .filter(({ target }) => target.sha256_cert_fingerprints.length > 0);
}

function isFingerprint(value: unknown): value is string {
  return typeof value === 'string' && FINGERPRINT.test(value);
}

function toAssetLink(packageName: string, fingerprints: readonly string[]): AssetLink {
  return {
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: fingerprints,
    },
  };
}
