import { reject } from './step-result.ts';

/** The reasons to reject an event, other than its shape. */
export const REJECTIONS = {
  unknownApp: reject('AUTH_ERROR', 'unknown or inactive account or app'),
  badSignature: reject('AUTH_ERROR', 'the signature does not match the event', ['signature']),
  outsideWindow: reject('AUTH_ERROR', 'signed more than 10 minutes from the current time: check the clock'),
  overRate: reject('RATE_LIMIT', 'too many requests for this app'),
  overQuota: reject('QUOTA_EXCEEDED', "the plan's monthly allowance of events is used up"),
  unwanted: reject('VALIDATION_ERROR', 'installation_id asked to be forgotten: nothing of it is stored'),
  unstorable: reject('VALIDATION_ERROR', 'the event contains a value that cannot be stored'),
} as const;
