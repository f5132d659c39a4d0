/** An installation of an app that asked to be forgotten. */
export interface Installation {
  readonly customerId: string;
  readonly appId: string;
  /** In lower case. */
  readonly installationId: string;
  /** The key of its id, which every event that it sent has, and no other (attribution/devices/device-key.ts). */
  readonly deviceKey: string;
}
