import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../../settings/config.ts';
import type { ServiceSecrets } from '../secrets/load-secrets.ts';
import { type Auth, createAuth } from './library/auth.ts';
import { createLibraryLog, type LibraryLog } from './library/library-log.ts';
import { createPasswordHashing, type PasswordHash, type PasswordHashing } from './password-hashing.ts';
import { createSignatureRenewal, type RenewSignature } from './renew-signature.ts';

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
}

/** The sign-in library, its log, how passwords are hashed, and the renewal of its tokens' signatures. */
export interface SignIn {
  readonly auth: Auth;
  readonly libraryLog: LibraryLog;
  readonly passwords: PasswordHashing;
  readonly renewSignature: RenewSignature;
}

/** Builds the library of sign-in with our hashing, log and secrets. */
export function createSignIn({ registry, passwordHash, log, ...parts }: SignInParts): SignIn {
  const libraryLog = createLibraryLog(log);
  const passwords = createPasswordHashing({ registry, passwordHash });
  return {
    auth: createAuth({ ...parts, passwords, logger: libraryLog.logger }),
    libraryLog,
    passwords,
    renewSignature: createSignatureRenewal(parts.secrets),
  };
}
