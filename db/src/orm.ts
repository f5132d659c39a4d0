import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { AccessToken } from './accounts/access-token.entity.ts';
import { Account } from './accounts/account.entity.ts';
import { AuditEntry } from './accounts/audit-entry.entity.ts';
import { Invitation } from './accounts/invitation.entity.ts';
import { SdkConfig } from './accounts/sdk-config.entity.ts';
import { Team } from './accounts/team.entity.ts';
import { TeamMember } from './accounts/team-member.entity.ts';
import { ApiKey } from './apps/api-key.entity.ts';
import { App } from './apps/app.entity.ts';
import { ImportJob } from './imports/import-job.entity.ts';
import { Campaign } from './links/campaign.entity.ts';
import { Domain } from './links/domain.entity.ts';
import { Link } from './links/link.entity.ts';
import { NOTICE_LOST_MACHINE } from './notice-lost-machine.ts';
import { AdSpend } from './payments/ad-spend.entity.ts';
import { PaymentWebhook } from './payments/payment-webhook.entity.ts';
import { AdNetworkConfig } from './postbacks/ad-network-config.entity.ts';
import { replaceDeadConnections } from './replace-dead-connections.ts';

export type { MikroORM } from '@mikro-orm/postgresql';

const entities = [
  Account,
  Team,
  TeamMember,
  Invitation,
  AccessToken,
  SdkConfig,
  AuditEntry,
  App,
  ApiKey,
  Campaign,
  Domain,
  Link,
  PaymentWebhook,
  AdSpend,
  AdNetworkConfig,
  ImportJob,
];

/**
 * The options that all our database connections share. `databaseUrl` may name a unix socket by `?host=`.
 *
 * @param dbName the database that it leads to: the migrator creates one of this name if there is none.
 */
export function ormOptions(databaseUrl: string, dbName = databaseNamedIn(databaseUrl)): Options {
  return {
    entities,
    dbName,
    // The database is given. To look for it, or to create it, may need more rights than the role has.
    ensureDatabase: false,
    driverOptions: {
      connectionString: databaseUrl,
      application_name: 'tributary',
      connectionTimeoutMillis: 10_000,
      ...NOTICE_LOST_MACHINE,
    },
    timezone: 'UTC',
  };
}

/** Without one in the URL, PostgreSQL takes the name of the user. */
function databaseNamedIn(databaseUrl: string): string {
  const { pathname, username } = new URL(databaseUrl);
  return decodeURIComponent(pathname.slice(1) || username) || 'postgres';
}

interface OrmSettings {
  readonly poolSize?: number;
  /** How long a statement may take, in ms: in the database, and until its result has arrived. Default: no limits. */
  readonly limits?: { readonly statement_timeout: number; readonly query_timeout: number };
}

/** Opens the control plane's ORM. The caller must close it. */
export function openOrm(databaseUrl: string, { poolSize = 8, limits }: OrmSettings = {}): MikroORM {
  const options = ormOptions(databaseUrl);
  // Its asynchronous start looks for extensions, and loads those that are installed: a fifth of a start's processor time.
  return new MikroORM({
    ...options,
    driverOptions: { ...options.driverOptions, ...limits, onPoolCreated: replaceDeadConnections },
    pool: { min: 0, max: poolSize },
  });
}
