import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { baseUrl } from '../http/base-url.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { ServiceSecrets } from '../secrets/load-secrets.ts';
import { type Auth, createAuth } from './auth.ts';
import { createLibraryLog, type LibraryLog } from './library-log.ts';
import { createPasswordHashing, type PasswordHash } from './password-hashing.ts';
import { createSignatureRenewal, type RenewSignature } from './renew-signature.ts';
import { createSignInMails } from './sign-in-mails.ts';

interface SignInParts {
  /** Used only by the library; see auth.ts. */
  pool: Pool;
  /** For the queries of our hooks; see auth.ts. */
  lookUps: Pool;
  config: Config;
  secrets: ServiceSecrets;
  registry: Registry;
  /** The library's by default, which is slow by design. */
  passwordHash?: PasswordHash | undefined;
  log: Logger;
  mailer: Pick<Mailer, 'send'>;
}

/** The sign-in library, its log, and the renewal of its tokens' signatures. */
export interface SignIn {
  readonly auth: Auth;
  readonly libraryLog: LibraryLog;
  readonly renewSignature: RenewSignature;
}

export function createSignIn({ registry, passwordHash, log, mailer, ...parts }: SignInParts): SignIn {
  const libraryLog = createLibraryLog(log);
  const passwords = createPasswordHashing({ registry, passwordHash });
  const mails = createSignInMails(mailer, baseUrl(parts.config));
  return {
    auth: createAuth({ ...parts, passwords, mails, logger: libraryLog.logger }),
    libraryLog,
    renewSignature: createSignatureRenewal(parts.secrets),
  };
}
