import type { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../accounts/audit/record-audit.ts';
import { type Access, loadAccess } from '../../platform/auth/access/access.ts';
import type { Session } from '../../platform/auth/session/read-session.ts';
import type { Services } from '../../platform/services.ts';

/** Who imports. */
export interface ImportCaller {
  readonly em: EntityManager;
  readonly access: Access;
  readonly actor: Actor & { readonly session: Session };
}

/** @throws AppError FORBIDDEN */
export async function loadImportCaller(
  services: Services,
  session: Session,
  { clientAddress, requestId }: { readonly clientAddress: string; readonly requestId: string },
): Promise<ImportCaller> {
  const em = services.orm.em.fork();
  const access = await loadAccess({ workPool: services.workPool, em }, session);
  return { em, access, actor: { services, session, clientAddress, requestId } };
}
