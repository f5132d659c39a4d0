import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiKey } from '@tributary/db/apps/api-key.entity';
import { type Actor, recordAudit } from '../../accounts/audit/record-audit.ts';

const KEY_PREFIX = 'svc_';

export interface IssuedKey {
  keyId: string;
  /** The plaintext; it is not stored. */
  apiKey: string;
}

/** Creates an SDK key for an app, of which the hash is stored when the caller's transaction commits. */
export function issueKey(
  em: EntityManager,
  actor: Actor,
  app: { id: string; customerId: string },
  label: string,
): IssuedKey {
  const apiKey = KEY_PREFIX + randomBytes(32).toString('hex');
  const keyId = randomUUID();
  em.create(ApiKey, {
    id: keyId,
    customerId: app.customerId,
    appId: app.id,
    label,
    keyHash: hashKey(apiKey),
    createdBy: actor.session.userId,
    createdAt: new Date(actor.services.clock()),
  });
  recordAudit(em, actor, {
    customerId: app.customerId,
    action: 'generate_key',
    targetType: 'api_key',
    targetId: keyId,
    details: { app_id: app.id, label },
  });
  return { keyId, apiKey };
}

/** The hash that a key is stored and looked up by. */
export function hashKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey, 'utf8').digest();
}

/** True for text that could be one of our keys: the prefix and 64 lowercase hex digits. */
export function isKeyShaped(text: string): boolean {
  return /^svc_[0-9a-f]{64}$/.test(text);
}
