import type { Person, Tenant } from '../test-tenant.ts';
import type { Caller } from './callers.ts';

/** The resources that arguments refer to: they belong to `tenant`. */
export interface MatrixWorld {
  readonly tenant: Tenant;
  readonly linkId: string;
  readonly installId: string;
  /** The device of that install. */
  readonly deviceId: string;
  readonly campaignId: string;
  /** A verified domain. */
  readonly domainHost: string;
  readonly domainId: string;
  /** One that nothing proves. */
  readonly pendingDomainHost: string;
  /** A verified domain, another one each time. */
  readonly spareDomainHost: () => string;
  /** An active payment webhook. */
  readonly activeWebhookId: string;
  /** A revoked payment webhook, a different one each time. */
  readonly revokedWebhookId: () => string;
  readonly revokedKeyId: string;
  /** A different id each time, for calls that use one up: of a team, a viewer, an invitation, an access token of the owner. */
  readonly spare: Readonly<Record<'teamId' | 'userId' | 'invitationId' | 'accessTokenId', () => string>>;
  /** The token of a pending invitation for an address of none of the callers. */
  readonly invitationToken: string;
  readonly auditEntryId: string;
  /** An ad network config without a credential, of the app. */
  readonly configId: string;
  /** An ad network config, another one each time. */
  readonly spareConfigId: () => string;
  /** A delivery to an ad network that was sent. */
  readonly sentPostbackId: string;
  /** One that has failed, another one each time. */
  readonly failedPostbackId: () => string;
  /** Of the erasure of a device that was never seen. */
  readonly receiptId: string;
  /** An import that is over. */
  readonly importJobId: string;
  readonly linkImportJobId: string;
  /** A pending import, another one each time. */
  readonly pendingImportJobId: () => string;
  readonly people: Readonly<Record<Exclude<Caller, 'no apikey' | 'no session' | 'expired session'>, Person>>;
}

/** A call, and what each kind of caller gets. */
export interface MatrixRow extends Call {
  /** One status per caller, in the order of CALLERS. */
  readonly expected: readonly number[];
}

/** A call in which everybody gets the same. */
export interface PublicRow extends Call {
  readonly expected: number;
}

interface Call {
  /** Arguments of a procedure, or the body of an endpoint. */
  readonly args?: (world: MatrixWorld) => Record<string, unknown>;
}
