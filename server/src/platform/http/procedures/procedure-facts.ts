import type { Role } from '@tributary/db/accounts/team-member.entity';
import type { z } from 'zod';
import type { ErrorCode } from '../../errors/errors.ts';

/** The parts of the reference, each with what belongs into it. */
export const TAGS = {
  accounts: 'Accounts, teams, members and invitations.',
  'access-tokens': 'Bearer tokens for tools and scripts.',
  apps: 'Apps, their settings and their SDK keys.',
  'sdk-config': 'The remote configuration of the SDKs.',
  events: 'Ingest, and what helps people who write a client.',
  links: 'Short links, clicks and deep links.',
  campaigns: 'Campaigns and what they cost.',
  attribution: 'Which click an install is owed to, and why.',
  analytics: 'Reports.',
  payments: 'Payment webhooks.',
  'ad-networks': 'Postbacks to ad networks.',
  import: 'Attributions from other platforms.',
  'data-rights': 'Export and erasure.',
  'sign-in': 'Sessions of people.',
  operations: 'Health, metrics and files for machines.',
} as const;

type Tag = keyof typeof TAGS;

/** What the reference says of an operation, whatever carries it. */
export interface OperationFacts {
  readonly tag: Tag;
  /** A few words. */
  readonly summary: string;
  /** What it is for, its limits and who may use it, in Markdown; white space is folded. */
  readonly description: string;
  /** How it can fail, beyond what every operation of its kind can. */
  readonly fails: readonly ErrorCode[];
}

/** What the reference says of a procedure. */
export interface ProcedureFacts extends OperationFacts {
  /** The lowest role that may call it, somewhere in the account; null where no account is needed. */
  readonly role: Role | null;
  /** Whether a call is written into the audit log, under the procedure's name. */
  readonly audited: boolean;
  /** Optional arguments that its example has beside the required ones. */
  readonly shows?: readonly string[];
  /** What it answers, where its output is not a schema of JSON. */
  readonly answer?: z.ZodType;
}

/** Who may call a procedure at all: anyone signed in, only a person, only within an account, only a person within one. */
export type CallerKind = 'caller' | 'person' | 'account' | 'member';

/** What tRPC keeps beside a procedure: its kind comes with the builder, the rest with the procedure. */
export type ProcedureMeta = ProcedureFacts | { readonly caller: CallerKind };
