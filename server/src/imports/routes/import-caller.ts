import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from 'hono';
import { type Access, loadAccess } from '../../access/access.ts';
import type { Actor } from '../../audit/record-audit.ts';
import type { AppEnv } from '../../http/function-route.ts';
import { requireSession } from '../../http/requests/require-session.ts';
import type { Services } from '../../services.ts';

/** Who imports. */
interface ImportCaller {
  readonly em: EntityManager;
  readonly access: Access;
  readonly actor: Actor;
}

/** @throws AppError AUTH_ERROR, FORBIDDEN */
export async function loadImportCaller(c: Context<AppEnv>, services: Services): Promise<ImportCaller> {
  const session = await requireSession(c, services);
  const em = services.orm.em.fork();
  const access = await loadAccess({ workPool: services.workPool, em }, session);
  const actor = { services, session, clientAddress: c.get('clientAddress'), requestId: c.get('requestId') };
  return { em, access, actor };
}
